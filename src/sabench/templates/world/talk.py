"""Mail that any office writes, whatever its trade. See ``trade`` for the slots."""

from __future__ import annotations

from sabench.templates.world.trade import chat

GENERIC_CHATS = (
    chat(
        "Cover while I'm away",
        (
            "a",
            "I'm off from {day} until the Monday after. {person} has the keys to everything and a list of what is live. The only thing that may bite is {project}: if they ring, take a message and don't promise a date.",
        ),
        ("me", "Noted, enjoy it. I'll keep half an eye on {project}."),
    ),
    chat(
        "Printer on the second floor",
        (
            "a",
            "Before anyone else tries: it eats anything over 20 pages. The engineer is booked for {day}. Use the one by {room} until then and please don't open tray 2, it doesn't close again.",
        ),
    ),
    chat(
        "Ten years of {person}",
        (
            "a",
            "{person} has been here for ten years on {day}. We're collecting for a present (envelope on my desk, or transfer if you are remote) and there'll be cake in {room} from {late}. Not a surprise, {person} found the card already.",
        ),
        ("b", "I'm in for cake. Can someone make sure there's one without nuts this time?"),
    ),
    chat(
        "Expenses for the trip to {company}",
        (
            "a",
            "Your claim came back from finance because the hotel receipt has no tax number on it. Could you ask the hotel for a proper one? The rest ({amount} in all) is fine and goes out with the next run.",
        ),
        ("me", "Just asked them. They say two or three days."),
        ("a", "OK, I'll park it until then."),
    ),
    chat(
        "Quick question about {project}",
        (
            "a",
            "Do you happen to remember who signed off the second round of {project}? I can find the minutes up to {past} and nothing after that.",
        ),
        (
            "me",
            "It was {person}, by mail, some time after that meeting. I can dig it out if you need the exact wording.",
        ),
        ("a", "No need, a name is enough. Thank you!"),
    ),
    chat(
        "Figures for the board pack",
        (
            "a",
            "Two slides are still missing from our side: headcount and the forecast for {project}. {mate} is doing the first. Could you look at whether the numbers in the second still hold? I've left the old ones in with a yellow box round them.",
        ),
        ("me", "They're out by about {n} per cent, I'll correct them tonight."),
    ),
    chat(
        "Parking from {day}",
        (
            "a",
            "The contractors need the first row of the car park from {day} for {n} days. Please use the back, and tell your visitors. If you have a blue badge talk to me, we're keeping two bays clear by the door.",
        ),
    ),
    chat(
        "Your talk at the conference",
        (
            "x",
            "Thank you again for saying yes. Could you send me a title, three lines about yourself and a photograph by {day}? We go to print the week after. The room has a projector but the sound is a bit hit and miss, so no videos if you can help it.",
        ),
        ("me", "Happy to. You'll have it by then, and I'll leave the videos at home."),
    ),
    chat(
        "Lunch?",
        (
            "a",
            "I'm around on {day}, for once. Noodles at {noon}? I want to hear how {project} went from somebody who was in the room.",
        ),
        ("me", "Can't then, I'll be eating at my desk between two calls. Some other day?"),
        ("a", "Whenever. You know where I sit."),
    ),
    chat(
        "Invoice {ref}",
        (
            "x",
            "Please find our invoice {ref} for {amount} attached. We've split the travel out this time as your accounts team asked. Payment terms as before.",
        ),
        ("me", "Thanks, passed on to accounts. They pay on the 15th and on the last day of the month."),
    ),
    chat(
        "Re-use of the old template",
        (
            "a",
            "For {other} we started from last year's template and it still has the old address in the footer. I've fixed the copy on the shared drive. If you have one on your own machine, bin it.",
        ),
    ),
    chat(
        "Desk move",
        (
            "a",
            "The plan for the move has changed again: our corner goes on {day}, not with the first wave. Crates will be by the lift the evening before. Label everything, screens included, they were mixed up last time.",
        ),
        ("b", "Do the plants count as personal items?"),
        ("a", "If it has a name, it's yours to carry."),
    ),
    chat(
        "Notes from this morning",
        (
            "a",
            "Short version for those who couldn't make it. {project}: on track, next check on {day}. {other}: waiting for {company}, {person} chases. Budget: {mate} brings a new version to the next one.\n\nShout if I've got something wrong.",
        ),
    ),
    chat(
        "Access to the shared folder",
        ("a", "I can see the folder for {project} but nothing in it. Do I need some sort of permission?"),
        ("me", "You do, and I can't give it, {person} can. I'd walk over, it takes a minute."),
    ),
    chat(
        "New starter on {day}",
        (
            "a",
            "We have somebody starting on {day} and I'd like everyone to take half an hour with them in the first fortnight. I've put a sheet up with slots. Could you do the tour and the bit about {project}?",
        ),
        ("me", "Yes to both. Put me down for the first afternoon."),
    ),
    chat(
        "Coffee machine, again",
        (
            "a",
            "It wants descaling and it wants it now, hence the red light. I've done it, please don't press anything for an hour. And whoever keeps the oat milk behind the binders: it has moved on to a better place.",
        ),
    ),
    chat(
        "Draft agenda",
        (
            "a",
            "Attached in spirit, because the file is too big: (1) last minutes, (2) {project}, (3) {other}, (4) dates. Anything to add? I'd rather keep it to the hour.",
        ),
        ("b", "Could we take {other} first? I have to leave at {late}."),
        ("a", "Swapped."),
    ),
    chat(
        "Photographs for the website",
        (
            "a",
            "The photographer is in on {day} from {time}. Ten minutes each, in {room}, plain colours if you can. If you would rather not be on the site at all, that's fine too, just tell me.",
        ),
        ("me", "I'll come. Is it heads only, or should I find matching shoes?"),
        ("a", "Heads and shoulders. Wear what you like on your feet."),
    ),
    chat(
        "Survey results",
        (
            "a",
            "{m} of us answered, which is better than last year. Top three wishes: quieter phone corner, fewer meetings before ten, a bike rack that isn't in the rain. {person} takes the first, management has promised to think about the second.",
        ),
    ),
    chat(
        "Did you get my message?",
        (
            "x",
            "I left a message with your front desk on {past} and wasn't sure it reached you. It's nothing urgent: we'd like to know whether you still want the extra copies, as we're clearing the store.",
        ),
        ("me", "It didn't, sorry. We have plenty, please recycle them."),
    ),
    chat(
        "Timesheets",
        (
            "a",
            "Three people haven't sent theirs and I'm not naming anyone yet. The system shuts at {late} on {day} and after that I have to ask for it to be reopened, which makes neither of us popular.",
        ),
    ),
    chat(
        "Train strike",
        (
            "a",
            "Looks as if nothing runs on {day}. I'll work from home and so should anybody who can. {person} lives round the corner and will open up.",
        ),
        ("b", "I can give two people a lift from the north side if they're ready by seven."),
    ),
    chat(
        "Thank you",
        (
            "x",
            "Just a line to say that the visit on {past} went down very well here. My boss has been quoting you ever since. Please pass our thanks on to {person}, who stayed late to let us out.",
        ),
        ("me", "That's kind, I will. Come again when the weather is better."),
    ),
    chat(
        "Wrong attachment",
        (
            "a",
            "Sorry, I sent you the version with my comments in it. Ignore that, and especially the one on page {n}. The clean one is on the shared drive.",
        ),
        ("me", "Too late, I enjoyed page {n}."),
    ),
    chat(
        "Fire drill",
        (
            "a",
            "There's a drill some time soon, I'm not supposed to say when. Meeting point is the usual one behind the building. Wardens are {person} and {mate}; if they tell you to leave the laptop, leave the laptop.",
        ),
    ),
    chat(
        "Training places",
        (
            "a",
            "We have {n} places left on the course about difficult conversations. It's half a day, the lunch is decent. First come first served, and yes, managers may go too.",
        ),
        ("me", "Put me down please, if it isn't on {day}."),
        ("a", "It is the week after. You're on the list."),
    ),
    chat(
        "Address change",
        (
            "x",
            "Please note that we move at the end of the month. You will have the new address in good time, phone numbers stay as they are, and anything sent to the old office is forwarded for six months.",
        ),
    ),
    chat(
        "Lost property",
        (
            "a",
            "Left in {room} after the last session: one grey scarf, one charger, one very good pen. I'm keeping the pen until somebody describes it convincingly.",
        ),
        ("b", "Green barrel, chewed end. Mine."),
    ),
    chat(
        "Second opinion on wording",
        (
            "a",
            "Which of these would you rather read if you were {company}? 'We regret that the date can't be kept' or 'We need another week'. {person} says the first is politer. I say it sounds as if somebody had died.",
        ),
        ("me", "The second. People like to know where they are."),
    ),
    chat(
        "Archive boxes",
        (
            "a",
            "The store is full and the next collection costs {amount}. I've gone through ours: about half is past its date. Could you look at the {n} boxes with your name on them before I have them shredded?",
        ),
        ("me", "Shred the lot except the one about {project}."),
    ),
    chat(
        "Hotel for the conference",
        (
            "a",
            "Everything near the station is gone. There is one ten minutes out by tram at {amount} for the two nights, breakfast included. Shall I take it before that goes as well? I need a yes by tonight.",
        ),
        ("me", "Yes, take it, thanks."),
    ),
    chat(
        "Feedback on {other}",
        (
            "a",
            "I read it on the train. The first part is clear, the middle repeats itself, and I'd lose the table on page {n}. Otherwise I'd send it as it stands.",
        ),
        ("me", "That's useful. I'll cut the table and have another go at the middle over the weekend."),
    ),
)
