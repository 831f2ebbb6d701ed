"""Trades that look after people or things: clinic, school, museum, charity."""

from __future__ import annotations

from sabench.templates.world.trade import Company, Site, Trade, chat

CLINIC = Trade(
    name="clinic",
    sites=(
        Site("Harbour Lane Clinic", ("harbourlane.example",), "Europe/London"),
        Site(
            "Lakeview Family Health",
            ("lakeviewhealth.example", "lakeview-labs.example"),
            "America/Chicago",
            "american",
        ),
    ),
    teams={
        "Front Desk": ("Receptionist", "Front Desk Lead"),
        "Nursing": ("Practice Nurse", "Charge Nurse", "Nurse Educator"),
        "Practice Office": ("Practice Manager", "Office Coordinator", "Billing Specialist"),
        "Imaging": ("Radiographer", "Imaging Coordinator"),
    },
    projects=(
        "flu clinic",
        "waiting room refit",
        "records migration",
        "night rota trial",
        "ultrasound lease",
        "travel vaccine day",
        "patient leaflet",
        "hygiene audit",
        "reminder service",
    ),
    companies=(
        Company("Corvane Diagnostics", "corvane.example", "laboratory"),
        Company("Medistock", "medistock.example", "supplier"),
        Company("Brightwell Insurance", "brightwell.example", "insurer"),
        Company("Tamar Imaging Service", "tamar-imaging.example", "service"),
        Company("St Olave Hospital Trust", "stolave.example", "partner"),
        Company("Pennon Cleaning", "pennon.example", "supplier"),
    ),
    queues=(
        ("Practice Support", "PRA", "desk", "Everything that keeps the practice running"),
        ("Equipment", "EQP", "work", "Devices, maintenance, loans"),
        ("Patient Relations", "PAT", "support", "Questions and complaints from outside"),
    ),
    rooms=("Consulting Room 4", "Garden Room", "Staff Room", "Seminar Room"),
    chats=(
        chat(
            "Fridge log",
            (
                "a",
                "The vaccine fridge read 8.4 at six this morning and 5.1 at seven. I think somebody left the door ajar after the late clinic. Nothing has to be thrown away, I checked with the pharmacist, but please push until it clicks.",
            ),
        ),
        chat(
            "Sample courier",
            (
                "x",
                "From {day} our van comes at nine instead of in the afternoon. Anything that misses it goes out the next day, so fasting samples should be drawn early.",
            ),
            ("me", "Thanks, I've told the front desk and put a note over the hatch."),
            by="laboratory",
        ),
        chat(
            "Double-booked on Tuesday",
            (
                "a",
                "I've got two patients at {time} in the same room and neither can be moved. Could {person} take one in the Garden Room?",
            ),
            ("b", "Fine by me if somebody finds me a blood pressure cuff that works."),
        ),
        chat(
            "Gloves",
            (
                "a",
                "Medium nitrile is down to {n} boxes and the delivery is late again. Please don't hoard. Large is fine, small we have for years.",
            ),
        ),
        chat(
            "Letter from the insurer",
            (
                "x",
                "We've received claim {ref} without the referral. Could you send it, or tell us the date on which it was faxed? We can hold the claim open for ten days.",
            ),
            ("me", "It was sent on {past}. I'll ask for the confirmation sheet and get back to you."),
            by="insurer",
        ),
        chat(
            "Rota for the Sunday clinic",
            (
                "a",
                "I need two nurses and one at the desk. It's time and a half, as always, and the phones are usually quiet. Tell me by {day} or I'll start asking people in the corridor.",
            ),
            ("me", "I can do the morning."),
        ),
        chat(
            "Scanner service",
            (
                "x",
                "Our engineer found a worn roller and has ordered it. The machine may be used meanwhile, with the tray at half load at most.",
            ),
            ("me", "Understood. When does the part come?"),
            ("x", "We expect it on {day}."),
            by="service",
        ),
    ),
    tickets=(
        (
            "Blood pressure monitor drifts",
            "Unit {ref} reads about 15 too high against the manual cuff. Taken out of room 4 and labelled.",
        ),
        (
            "Label printer prints half a barcode",
            "Sample labels from the second desk are cut off. The lab sent {n} tubes back.",
        ),
        (
            "Waiting list letter goes to old addresses",
            "Letters from {past} went out with addresses from before the records migration.",
        ),
        (
            "Complaint about waiting time",
            "One of us waited {m} minutes past the appointment and was not told why. Please answer in writing. {contact}",
        ),
        (
            "Order of examination couches",
            "Two couches with a broken hinge, one with a torn cover. Quote from the supplier is {amount}.",
        ),
        (
            "Sharps bins overfull in the nurses' room",
            "Collection was missed on {past}. Lids don't close on two of them.",
        ),
    ),
    events=(
        "Case conference",
        "Fridge calibration",
        "Call with the lab",
        "Infection control walk",
        "Vaccine delivery",
    ),
)

SCHOOL = Trade(
    name="school",
    sites=(
        Site("Rowan Hill School", ("rowanhill.example",), "Europe/Dublin"),
        Site("Makena Academy", ("makena.example",), "Africa/Nairobi"),
    ),
    teams={
        "School Office": ("School Secretary", "Admissions Officer", "Bursar"),
        "Lower School": ("Class Teacher", "Year Lead"),
        "Sciences": ("Physics Teacher", "Lab Technician", "Head of Sciences"),
        "Site": ("Site Manager", "Caretaker"),
    },
    projects=(
        "autumn concert",
        "lab refurbishment",
        "exchange week",
        "open day",
        "timetable change",
        "reading scheme",
        "swimming course",
        "leavers' book",
        "bus contract",
    ),
    companies=(
        Company("Greenline Coaches", "greenline-coaches.example", "supplier"),
        Company("Quill & Page Books", "quillandpage.example", "supplier"),
        Company("Lycée Saint-Aubin", "saint-aubin.example", "partner school"),
        Company("Parents' Association", "rowan-parents.example", "association"),
        Company("Fernley Catering", "fernley.example", "caterer"),
        Company("Northgate Exams", "northgate-exams.example", "exam board"),
    ),
    queues=(
        ("Site and Facilities", "SIT", "desk", "Repairs, keys, rooms"),
        ("Admissions", "ADM", "support", "Questions from families"),
        ("Classroom IT", "CIT", "work", "Boards, laptops, accounts"),
    ),
    rooms=("Library", "Room 12", "Staff Common Room", "Music Room"),
    chats=(
        chat(
            "Coach for the museum trip",
            (
                "x",
                "We can do {day} with a 49-seater at {amount}. Pick-up by the side gate, please, the driver can't turn at the front.",
            ),
            ("me", "Side gate it is. I'll have the caretaker open the barrier."),
            by="Greenline Coaches",
        ),
        chat(
            "Year 5 parents' evening",
            (
                "a",
                "Slots are nearly full. If a family asks for both teachers, put them back to back, otherwise they sit in the corridor for an hour and get through all the biscuits.",
            ),
        ),
        chat(
            "Bunsen taps",
            (
                "a",
                "Bench {n} hisses. I've turned the gas off at the wall and taped it. Practical work moves to the other lab until somebody has looked at it.",
            ),
            ("b", "Can I have the other lab's keys then? Period three."),
        ),
        chat(
            "Exchange families",
            (
                "x",
                "We have {m} pupils coming and two of them can't stay with cats. Could you look at the list once more? Everything else is wonderful.",
            ),
            ("me", "I'll swap two families round and send it by the end of the week."),
            by="partner school",
        ),
        chat(
            "Lost recorder",
            (
                "a",
                "Third one this term. If it turns up in the Music Room with a blue ribbon on it, the child's name is inside the case.",
            ),
        ),
        chat(
            "Exam entries",
            (
                "x",
                "The entry file has {n} candidates without a date of birth. Please correct and upload again by {day}, late entries are charged.",
            ),
            ("me", "Corrected, uploading now."),
            by="exam board",
        ),
        chat(
            "Duty swap",
            (
                "a",
                "Could anybody take my gate duty on {day}? My own child has a concert, at the other end of town of course.",
            ),
            ("me", "I'll do it."),
        ),
    ),
    tickets=(
        (
            "Whiteboard pen does not write in room 12",
            "It points, it clicks, it doesn't draw. New batteries made no difference.",
        ),
        ("Leaking tap in the art room", "Bucket in place. It's worse in the morning."),
        (
            "Code for the gate",
            "We come twice a week and still wait outside until somebody sees us. Could we have the code? Our form is number {ref}. {contact}",
        ),
        (
            "Laptop trolley charges half",
            "Of {m} laptops about half are flat in the morning. Same shelf every time.",
        ),
        ("Goalpost anchors", "Two anchors came loose in the storm on {past}. Roped off for now."),
        (
            "Allergy list in the kitchen is old",
            "The list on the wall is from before the holiday and lacks {n} children.",
        ),
    ),
    events=("Staff briefing", "Parents' evening", "Lesson observation", "Gate duty", "Choir rehearsal"),
)

MUSEUM = Trade(
    name="museum",
    sites=(
        Site("Musea Waterkant", ("waterkant.example",), "Europe/Amsterdam"),
        Site("Ashgrove Museum of Work", ("ashgrove-museum.example",), "America/New_York", "american"),
    ),
    teams={
        "Collections": ("Registrar", "Conservator", "Curator"),
        "Visitor Services": ("Front of House Manager", "Guide", "Ticketing Lead"),
        "Exhibitions": ("Exhibitions Producer", "Designer"),
        "Development": ("Fundraiser", "Grants Officer"),
    },
    projects=(
        "loom gallery",
        "textile loan",
        "night opening",
        "audio guide",
        "roof appeal",
        "glass plate project",
        "harbour exhibition",
        "shop relaunch",
        "school trail",
    ),
    companies=(
        Company("Kessler Fine Art Transport", "kessler-transport.example", "carrier"),
        Company("Stadtmuseum Rheinau", "rheinau.example", "lender"),
        Company("Lumen Display", "lumendisplay.example", "supplier"),
        Company("Oriel Foundation", "oriel.example", "funder"),
        Company("Papier & Zn. Printers", "papierenzn.example", "printer"),
        Company("Halden Insurance Brokers", "halden.example", "broker"),
    ),
    queues=(
        ("Collections Care", "COL", "work", "Objects, loans, climate"),
        ("Visitor Enquiries", "VIS", "support", "Questions from the public"),
        ("Building", "BLD", "desk", "Lifts, lamps, doors"),
    ),
    rooms=("Study Room", "Boardroom", "Workshop", "Education Room"),
    chats=(
        chat(
            "Humidity in gallery 3",
            (
                "a",
                "It touched 61 overnight and the tapestry is nearest to the vent. I've put a logger behind it and asked the building people to look at the damper. No need to move it yet.",
            ),
        ),
        chat(
            "Crate dimensions",
            (
                "x",
                "The large crate is {m} cm too tall for the lift. We can tip it if your conservator agrees, or bring two more people and use the stairs.",
            ),
            ("me", "Tipping is out, I'm afraid. Please bring the two people."),
            by="carrier",
        ),
        chat(
            "Group of {m} on {day}",
            (
                "a",
                "They booked as adults and now say that half are children, with two wheelchairs. I've split them over two guides. Could {person} open the side entrance at {time}?",
            ),
            ("b", "Yes, and I'll warn the café."),
        ),
        chat(
            "Caption proofs",
            (
                "x",
                "Third proofs are on their way by courier. The accents are right now. There is still a line in the second panel that runs over by a word.",
            ),
            ("me", "We'll lose the word. Proofs back to you on {day}."),
            by="printer",
        ),
        chat(
            "Loan agreement, page {n}",
            (
                "x",
                "Our lawyers ask for the insured value in both currencies. Otherwise the agreement can be signed as it stands.",
            ),
            ("me", "Added, and sent to our director for signature."),
            by="lender",
        ),
        chat(
            "Moths",
            (
                "a",
                "One. In a trap, not in a coat. I'm telling you because you'd hear it anyway. Traps are doubled and we look again next week.",
            ),
        ),
        chat(
            "Volunteers' tea",
            (
                "a",
                "About {m} are coming. {person} bakes, I bring the urn, and somebody has to say a few words that aren't about the roof.",
            ),
            ("me", "I'll say the words."),
        ),
    ),
    tickets=(
        (
            "Spotlight over case 14 flickers",
            "Visible from the stairs. Lamp was changed on {past}, so it may be the track.",
        ),
        (
            "Condition report missing for loan {ref}",
            "Object is back in store but the outgoing report isn't in the file.",
        ),
        (
            "A date for a tour behind the scenes",
            "There would be {m} of us, in two groups if that is easier. {contact}",
        ),
        ("Audio guide skips stop {n}", "Reported by visitors on {past}. Units with a green band are fine."),
        ("Lift door closes too early", "A pushchair was caught, nobody hurt. Sign is up."),
        (
            "Photograph order {ref}",
            "Publisher asks for a larger file of the harbour panorama; fee of {amount} is paid.",
        ),
    ),
    events=("Hanging meeting", "Conservation round", "Donor tour", "Proof reading", "Loan negotiation"),
)

CHARITY = Trade(
    name="charity",
    sites=(
        Site("Open Table Trust", ("opentable-trust.example",), "Europe/London"),
        Site("Fundación Tierra Común", ("tierracomun.example",), "America/Bogota"),
    ),
    teams={
        "Programmes": ("Programme Manager", "Field Coordinator"),
        "Fundraising": ("Fundraiser", "Donor Relations Officer"),
        "Finance": ("Finance Officer", "Accountant"),
        "Volunteering": ("Volunteer Coordinator", "Trainer"),
    },
    projects=(
        "winter kitchen",
        "seed bank",
        "donor mailing",
        "cargo bike pilot",
        "schools breakfast",
        "water point survey",
        "volunteer day",
        "grant renewal",
        "warehouse move",
    ),
    companies=(
        Company("Aldous Foundation", "aldousfoundation.example", "funder"),
        Company("Borough Council", "eastborough.example", "authority"),
        Company("Freshroute Foods", "freshroute.example", "donor"),
        Company("Printhaus", "printhaus.example", "printer"),
        Company("Mercer & Lowe Auditors", "mercerlowe.example", "auditor"),
        Company("Community Radio 94", "radio94.example", "partner"),
    ),
    queues=(
        ("Operations", "OPE", "work", "Vans, stores, kitchens"),
        ("Donor Care", "DON", "support", "Questions from donors"),
        ("Office", "OFF", "desk", "Everything else"),
    ),
    rooms=("Kitchen Table", "Upstairs Office", "Training Room", "Long Room"),
    chats=(
        chat(
            "Two pallets of lentils",
            (
                "x",
                "We've two pallets with a dented corner that the shops won't take. Yours if you can collect by {day}, there's no ramp on our side.",
            ),
            ("me", "We'll take them. {person} drives over with the tail-lift van."),
            by="donor",
        ),
        chat(
            "Gift aid forms",
            (
                "a",
                "{m} donors from the autumn mailing never sent the form. A polite second letter brings in about {amount}. I've drafted one that doesn't sound like the tax office.",
            ),
        ),
        chat(
            "Audit questions",
            (
                "x",
                "For the sample we still need receipts {ref} and the minutes of the meeting at which the van was approved.",
            ),
            ("me", "Receipts are scanned, minutes follow. The van was a long meeting."),
            by="auditor",
        ),
        chat(
            "Volunteers for Saturday",
            ("a", "We're four short on the morning shift. Anyone with a cousin who owns an apron?"),
            ("b", "I can bring two students. They eat a lot, though."),
        ),
        chat(
            "Report to the funder",
            (
                "a",
                "The funder wants stories and numbers. I have numbers. {person}, you were on the round on {past}, could you write me half a page about it?",
            ),
            ("me", "I'll add the map. Send it to me when the half page is in."),
        ),
        chat(
            "Cold store alarm",
            (
                "a",
                "It rang at four in the morning, because the door seal is gone. Gaffer tape holds for the moment. Spare seal is {amount} and I've ordered it.",
            ),
        ),
        chat(
            "Interview request",
            (
                "x",
                "Could somebody come into the studio on {day} at {time}? Ten minutes, live, friendly questions, and one about waste.",
            ),
            ("me", "I'll find someone who likes microphones."),
            by="partner",
        ),
    ),
    tickets=(
        (
            "Van 2 fails the brake test",
            "Off the road until {day}. Rounds of the east side go with the small van.",
        ),
        (
            "Thanked twice",
            "We got two letters for one gift of {amount} and were amused, but still. {contact}",
        ),
        ("Shelf in the store bends", "Third bay from the left. Tins moved to the floor."),
        ("Standing order in the wrong amount", "Bank shows {amount}, form {ref} says otherwise."),
        ("Training certificates", "{n} volunteers finished on {past} and wait for their paper."),
        ("Freezer thermometer reads nonsense", "Minus ninety. It's cold, but not that cold."),
    ),
    events=("Food round", "Trustees' meeting", "Donor breakfast", "Volunteer training", "Stock take"),
)
