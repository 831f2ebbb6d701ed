"""Newsletters, notices, weekly reports, drafts, meetings, tickets and remarks that any office has."""

from __future__ import annotations

NEWSLETTERS = (
    (
        "Stationery Direct",
        "offers@stationery-direct.example",
        "Old prices end on {day}",
        "Paper, toner and notebooks at last year's prices until {day}. Orders over {amount} travel free. You get this because someone at {org} ordered from us; one click at the foot of this mail and you will not hear from us again.",
    ),
    (
        "The Lunch Van",
        "hello@lunchvan.example",
        "This week's menu",
        "Monday lentil soup, Tuesday jollof rice, Wednesday dumplings, Thursday pie, Friday whatever is left. We park by the gate from a quarter to twelve. Cards only until the machine is mended.",
    ),
    (
        "Meridian Travel",
        "news@meridian-travel.example",
        "Your company rate has changed",
        "From next month the agreed rate in nine cities goes up by {n} per cent. Rooms that are already booked keep their price. A list of the hotels is on our pages.",
    ),
    (
        "Talent Weekly",
        "digest@talentweekly.example",
        "What we read this week",
        "Three long reads on hiring, one on why nobody answers job adverts in August, and an interview with a head of people who abolished the appraisal. Reading time 14 minutes.",
    ),
    (
        "City Cycle Scheme",
        "noreply@citycycle.example",
        "Your monthly summary",
        "You made {n} rides last month and saved about {m} kg of carbon. Docks near your office are being rebuilt from {day}; the nearest open one is by the library.",
    ),
    (
        "Office Plants Ltd",
        "care@officeplants.example",
        "We water on {day}",
        "Our gardener comes before you are there. Please leave doors to planted rooms unlocked and do not feed coffee to the ficus.",
    ),
    (
        "Webinar Desk",
        "events@webinardesk.example",
        "Starts soon: saying no at work",
        "You signed up some time ago. The session is on {day} at {time}, takes 40 minutes and is recorded. Questions can be sent in beforehand.",
    ),
    (
        "Conference Circuit",
        "cfp@conferencecircuit.example",
        "Call for speakers closes {day}",
        "We are still looking for practical talks from people who do the work. Twenty minutes, no product pitches. Travel is paid within the continent.",
    ),
    (
        "Mobile Account",
        "billing@mobile-account.example",
        "Your bill is ready",
        "The bill for {n} numbers comes to {amount}. Two numbers have used no data for three months; you can pause them in your account.",
    ),
)

NOTICES = (
    (
        "Reception",
        "reception",
        "Parcel at the front desk",
        "A parcel for you is at the front desk (no. {ref}). We keep it for five working days. It is heavy, bring somebody.",
    ),
    (
        "IT Service",
        "it-notices",
        "Maintenance on {day}",
        "File shares and the phone system are down on {day} from seven in the evening for about {n} hours. Mail keeps working. Save what you have open and leave the machine switched on.",
    ),
    (
        "Room Booking",
        "rooms",
        "Your booking of {room} was released",
        "Nobody signed in within 15 minutes of the start, so {room} was given back. If you were there: the screen by the door has to be touched once.",
    ),
    (
        "Payroll",
        "payroll",
        "Payslip for {month}",
        "Your payslip is in the portal. Queries by {day} please, after that they go into the next run.",
    ),
    (
        "Security",
        "security",
        "Badge expires soon",
        "Your badge is valid for another {m} days. Bring it to the desk on any morning, it takes two minutes and no new photograph.",
    ),
    (
        "Phone System",
        "voicemail",
        "Voicemail from an outside number",
        "Length: {m} seconds. Transcript (may be wrong): 'hello it is about the thing from {past} could you call back no hurry thank you bye'.",
    ),
    (
        "Facilities",
        "facilities-notices",
        "Lift 2 out of service",
        "Lift 2 is being inspected until {day}. The goods lift can be used by people with heavy loads or sore knees. Thank you for your patience.",
    ),
)

WEEKLIES = (
    (
        "Numbers, week",
        (
            "Up a little on last week, mostly because of {company}. {n} open items, the oldest from {past}. Nothing that keeps me awake.",
            "Quiet week with two days short-staffed. {m} items in, most of them closed. The odd one out is {project}, where I'll write separately.",
        ),
    ),
    (
        "Team round-up, week",
        (
            "Done: first half of {project}. Doing: the second half. Stuck: nothing.\n\nSend things for {person} to me for now.",
            "Done: the paperwork for {other}. Doing: still {project}. Stuck: we wait for {company} and I have rung twice.",
        ),
    ),
    (
        "Open points, week",
        (
            "{n} points carried over, {mate} has most of them. Please strike out yours in the sheet before the meeting, it saves us ten minutes.",
            "Only three left from the old list, well done. New: {project} needs a decision and {other} needs somebody who wants it.",
        ),
    ),
    (
        "Rota and absences, week",
        (
            "Away next: {person} from {day}, {mate} after that. Early shift as posted. Please swap among yourselves and tell me afterwards.",
            "Full house for once. {person} is back and has the on-call phone. The public holiday is covered.",
        ),
    ),
    (
        "Spend so far, week",
        (
            "{amount} committed, of which about a third is {project}. Still below the line, but the big bill from {company} isn't in yet.",
            "Well below the line so far. Only travel is nearly used up, so ask me before you book anything.",
        ),
    ),
)

DRAFTS = (
    (
        "{project}: where we are",
        "A short note before the meeting. The first part is finished, the second waits for an answer from outside, and I'd like to talk about who takes the third when we meet on {day}.",
    ),
    ("Swap on {day}?", "Would you take my late turn on {day}? I'd do your next two."),
    (
        "Thoughts on {other}",
        "I've read it twice now. What I like: it's short. What I miss: any mention of what it costs. Could we",
    ),
    (
        "Visit to {company}",
        "Thank you for showing us round, {contact}. Two things that we would like to take up again:",
    ),
    ("Reference for {person}", "I've worked with {person} for {n} years and can say the following."),
    (
        "Agenda points",
        "For the next one: {project}, {other}, and the question who keeps the minutes. I can't stay beyond {late}.",
    ),
    (
        "Your offer of {past}",
        "Dear {contact}, we've gone through it and would like to come back on the second item, which",
    ),
    ("Complaint about the catering", "I don't usually write about food, but the sandwiches on {past} were"),
    (
        "Handover notes",
        "Passwords are with {mate}, the paper file is in the second drawer, and the thing to watch is {project}.",
    ),
)

EVENTS = (
    "Lunch with {a}",
    "{project}: check-in",
    "Dentist",
    "Interview: second round",
    "Budget questions with {a}",
    "Call with {company}",
    "Birthday cake",
    "{other}: what's left",
    "Fire warden briefing",
    "Prepare appraisal",
    "Site visit",
    "Walk-through of {project}",
    "Coffee with {a}",
    "School run",
    "Onboarding: week two",
    "{a} / {b}: handover",
    "Read the {other} papers",
    "Phone appointment",
    "Town hall",
    "Eye test for screen users",
)

PRIVATE = (
    "Dentist",
    "School run",
    "Eye test for screen users",
    "Phone appointment",
    "Prepare appraisal",
    "Read the {other} papers",
)
"""Titles of events at which nobody else is."""

SERIES = (
    ("Morning round", 30),
    ("Team meeting", 45),
    ("{project} stand-up", 15),
    ("1:1 with {a}", 30),
    ("Open door hour", 60),
    ("Planning", 60),
    ("{other} working group", 60),
    ("Lunchtime language club", 45),
    ("Rota review", 30),
    ("Reading group", 45),
    ("Purchasing round", 30),
    ("Stretch break", 15),
    ("Weekly call, {company}", 45),
)

GENERIC_TICKETS = (
    (
        "Laptop battery lasts twenty minutes",
        "It's the one with the sticker {ref}. Fine on the charger, dead in any meeting that's longer than a coffee. I'm in until {day}.",
    ),
    (
        "Cannot open shared calendar",
        "Since {past} I get 'no permission' on the team calendar. {person} sits next to me and has no trouble.",
    ),
    (
        "Door to {room} does not lock",
        "You can hear it click but it opens again when you lean on it. Not urgent, though we have confidential talks in there.",
    ),
    ("Monitor flickers", "Left screen, mostly in the afternoon. A different cable made no difference."),
    (
        "Change of surname",
        "Please change my display name everywhere after {day}. The old address should keep working for a while.",
    ),
    (
        "New phone for {person}",
        "Replacement for the one that met the pavement. Same number, same contract, a sturdier case if there is one.",
    ),
    (
        "Heating stuck at 26 degrees",
        "{room} and the corridor beside it. Windows are open, which I don't think is what we pay for.",
    ),
    ("Add {mate} to the mailing list", "{mate} has changed teams and misses the Friday mail."),
    (
        "Out-of-hours access",
        "I need to get in on the weekend before {day} to prepare {project}. Two people, Saturday only.",
    ),
    (
        "Licence for the drawing tool",
        "One seat for three months. My manager has agreed, cost centre is on the form ({ref}).",
    ),
    (
        "Recover deleted folder",
        "I tidied up a little too well on {past}. It was the one with the drawings and sat beside the minutes.",
    ),
    ("Projector shows everything in green", "In {room}. We've tried two laptops. People look seasick on it."),
    (
        "Supplier form for {company}",
        "Our signed form is number {ref}. Could somebody put us into the system so that you can order? {contact}",
    ),
    ("Badge does not open the bike store", "It did until {past}. All other doors are fine."),
    ("Headset for calls", "Noise in the open-plan area has got worse with the new people, nice as they are."),
)

COMMENTS = (
    "Had a first look, will go on tomorrow.",
    "Rang back, no answer. Trying again tomorrow.",
    "Ordered what was missing, it comes on {day}.",
    "Same thing as on {past}, see the notes from then.",
    "Could you tell us since when this happens?",
    "{person} knows more about this than I do, I've asked.",
    "Half done. The rest needs somebody with the key.",
    "A picture would help, if you have one.",
    "Waiting for an answer from {company}.",
    "Quote is in: {amount}. Needs a signature.",
    "Parked until {project} is through.",
    "Done on my side, please check on yours.",
    "Talked it over with {mate}, we'll do the simple version.",
    "Moved this up a little as two others asked for the same.",
    "Nothing new, the supplier is closed until {day}.",
    "Tried the obvious thing first, no luck.",
    "Needs a decision, I've put it on the list for the next meeting.",
    "Found the earlier case, it had been filed under {ref}.",
    "Started. I expect to need about {n} hours.",
    "Please don't close this yet, the second half is still open.",
    "The first attempt came to nothing. Trying the other way round.",
    "Had a look together with {person}, it's less bad than it sounds.",
    "I'll be out from {day}; {person} takes over.",
    "Agreed on the phone, written confirmation to follow.",
)
