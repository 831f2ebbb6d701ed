"""Trades at desks: law firm, software house, architects."""

from __future__ import annotations

from sabench.templates.world.trade import Company, Site, Trade, chat

LAW = Trade(
    name="law firm",
    sites=(
        Site("Pemberton Achebe LLP", ("pembertonachebe.example",), "Europe/London"),
        Site("Castellan & Roy", ("castellanroy.example", "castellan-notary.example"), "America/Toronto"),
    ),
    teams={
        "Property": ("Associate", "Partner", "Paralegal"),
        "Disputes": ("Senior Associate", "Trainee Solicitor", "Paralegal"),
        "Business Services": ("Practice Assistant", "Records Clerk", "Billing Manager"),
        "Employment": ("Associate", "Counsel"),
    },
    projects=(
        "lease review",
        "data room",
        "library contract",
        "precedent bank",
        "billing clean-up",
        "mediation bundle",
        "client seminar",
        "know-how index",
        "probate backlog",
    ),
    companies=(
        Company("Osprey Estates", "ospreyestates.example", "client"),
        Company("Delamere Brewing", "delamere.example", "client"),
        Company("Tollgate Chambers", "tollgate-chambers.example", "counsel"),
        Company("Whitmore Surveyors", "whitmore-surveyors.example", "expert"),
        Company("Lexis Courier", "lexiscourier.example", "supplier"),
        Company("Northfield Trust", "northfieldtrust.example", "client"),
    ),
    queues=(
        ("Matter Support", "MAT", "work", "Bundles, filings, searches"),
        ("Client Service", "CLI", "support", "Requests from clients"),
        ("Office Services", "OFS", "desk", "Rooms, copies, machines"),
    ),
    rooms=("Denning Room", "Library", "Meeting Room 3", "Partners' Room"),
    chats=(
        chat(
            "Search results, {ref}",
            (
                "a",
                "Local search is back. Nothing alarming: one tree order and a footpath that nobody has walked since the war. I'd mention the tree.",
            ),
        ),
        chat(
            "Time recording",
            (
                "a",
                "Time has to be in by {day}. There are {m} hours sitting in drafts, a good part of them under one partner whom I won't name.",
            ),
        ),
        chat(
            "Counsel's availability",
            (
                "x",
                "He can do {day} or the week after, mornings only. Papers should be with us the day before.",
            ),
            ("me", "We'll take {day}. Papers are nearly ready."),
            by="counsel",
        ),
        chat(
            "Engagement letter",
            ("x", "Signed copy attached. We've struck out the paragraph about faxes. Nobody here has one."),
            ("me", "Neither do we, to be honest. Thank you."),
            by="client",
        ),
        chat(
            "Bundle pagination",
            (
                "a",
                "Somebody put a page in after {m} and everything behind it has moved. Index is wrong from tab {n} on. Can two of us sit down with it on {day}?",
            ),
            ("b", "I'm free from {time} that day. Bring the stamp."),
        ),
        chat(
            "Completion on {day}",
            ("x", "Funds will be with you by noon. Please ring when the keys can go."),
            ("me", "Will do. Our client has the van booked for one."),
            by="client",
        ),
        chat(
            "Trainee seat change",
            (
                "a",
                "The new trainee moves to us next month. Desk by the window, the good one. I'd like a short list of what can be handed over in the first week.",
            ),
        ),
    ),
    tickets=(
        (
            "Scan of deed is upside down",
            "Volume {ref}, pages {n} to {m}. Registry will not take it like that.",
        ),
        ("Cannot open the data room", "It has shown me a blank page since {past}. {contact}"),
        ("Courier charge billed twice", "{amount} on the same matter, same day."),
        ("Bundle copies for the hearing", "Five sets, double-sided, tabs in blue. Needed by {day}."),
        ("Conflict check stuck", "Search for the new client has been running since {past}."),
        ("Closed files to storage", "{m} boxes from the second floor, list attached to the trolley."),
    ),
    events=(
        "Client call",
        "Conference with counsel",
        "Billing meeting",
        "Know-how lunch",
        "Completion meeting",
    ),
)

SOFTWARE = Trade(
    name="software house",
    sites=(
        Site("Kvist Systems", ("kvist.example",), "Europe/Stockholm"),
        Site(
            "Copperline Software",
            ("copperline.example", "copperline-labs.example"),
            "America/New_York",
            "american",
        ),
    ),
    teams={
        "Platform": ("Software Engineer", "Site Reliability Engineer", "Staff Engineer"),
        "Product": ("Product Manager", "Designer"),
        "Customer Success": ("Customer Success Manager", "Support Engineer"),
        "Sales": ("Account Executive", "Sales Engineer"),
    },
    projects=(
        "single sign-on",
        "billing rewrite",
        "mobile beta",
        "audit log",
        "status page",
        "search index",
        "partner API",
        "onboarding flow",
        "queue migration",
    ),
    companies=(
        Company("Fennimore Bank", "fennimore.example", "customer"),
        Company("Tallgrass Insurance", "tallgrass.example", "customer"),
        Company("Umbra Retail", "umbra-retail.example", "customer"),
        Company("Nimbus Hosting", "nimbus-hosting.example", "supplier"),
        Company("Pragma Testing", "pragmatesting.example", "contractor"),
        Company("Okoro Consulting", "okoroconsulting.example", "partner"),
    ),
    queues=(
        ("Engineering", "ENG", "work", "Bugs and tasks"),
        ("Support", "SUP", "support", "Customer cases"),
        ("Internal IT", "INT", "desk", "Machines and accounts"),
    ),
    rooms=("Ada", "Hopper", "Attic", "Lab"),
    chats=(
        chat(
            "Flaky test in checkout",
            (
                "a",
                "It fails one run in {m}, only when the clock passes midnight in the build. I've marked it and opened a ticket, so don't rerun until it's green and call that a fix.",
            ),
            ("b", "Guilty. Twice."),
        ),
        chat(
            "Export takes minutes",
            (
                "x",
                "The monthly export took {n} minutes today, it used to take one. We have to file by {day}. Anything you can do?",
            ),
            ("me", "We see it. An index is missing after last week's change, I'll tell you when it's back."),
            by="customer",
        ),
        chat(
            "On-call swap",
            (
                "a",
                "Can anyone take my pager on {day}? School play. I'm offering two weekends in return, which says how good the play is.",
            ),
            ("me", "Take it back in December and we have a deal."),
        ),
        chat(
            "Security questionnaire",
            ("x", "Same {m} questions as last year plus a few on backups. Could we have it by {day}?"),
            ("me", "Yes. Most of last year's answers still hold, I'll mark those that don't."),
            by="customer",
        ),
        chat(
            "Copy for the empty state",
            (
                "a",
                "'Nothing here yet' made three testers think that it's broken. {person} suggests a picture of a plant. I suggest a sentence that says what to do.",
            ),
        ),
        chat(
            "Certificate renewal",
            (
                "x",
                "The certificate for your second region runs out in {m} days. We can renew it automatically if you add the record that your account shows.",
            ),
            ("me", "Record added, thank you."),
            by="supplier",
        ),
        chat(
            "Retro notes",
            (
                "a",
                "Kept: smaller pull requests. Dropped: the Thursday freeze. To try: demo before the review, not after. {person} writes the summary for those who were travelling.",
            ),
        ),
    ),
    tickets=(
        (
            "Dates shown a day early west of Greenwich",
            "Invoices dated the 1st show as the last of the month. Seen on {past}.",
        ),
        ("Webhook retries pile up", "Customer's endpoint was down for {n} hours and we kept hammering it."),
        (
            "Cannot invite users with a plus in the address",
            "Tried three times to add a colleague. The form says 'invalid'. {contact}",
        ),
        ("Dark mode: unreadable badge", "White on pale yellow. Only on the settings page."),
        ("Rate limit too low for nightly sync", "They need about {m} calls a second for ten minutes."),
        ("Memory climbs in worker {n}", "Restarted on {past}, same curve again. Graph is pinned."),
    ),
    events=("Sprint review", "Incident follow-up", "Customer demo", "Pairing session", "Release call"),
)

ARCHITECTS = Trade(
    name="architects",
    sites=(
        Site("Atelier Quatre Vents", ("quatrevents.example",), "Europe/Paris"),
        Site("Moana Studio", ("moanastudio.example",), "Pacific/Auckland"),
    ),
    teams={
        "Design": ("Architect", "Project Architect", "Landscape Designer"),
        "Technical": ("Technologist", "BIM Coordinator"),
        "Site Supervision": ("Site Architect", "Clerk of Works"),
        "Studio": ("Studio Manager", "Bid Writer"),
    },
    projects=(
        "ferry terminal",
        "kindergarten extension",
        "courtyard building",
        "timber archive",
        "school canteen",
        "bridge pavilion",
        "library stair",
        "winery hall",
        "model workshop",
    ),
    companies=(
        Company("Bourdain Engineers", "bourdain.example", "consultant"),
        Company("City Works Department", "cityworks.example", "client"),
        Company("Hollis Glazing", "hollisglazing.example", "supplier"),
        Company("Terra Contractors", "terra-contractors.example", "contractor"),
        Company("Domaine Vasseur", "vasseur.example", "client"),
        Company("Sunder Acoustics", "sunder.example", "consultant"),
    ),
    queues=(
        ("Drawing Office", "DRW", "work", "Drawings and models"),
        ("Site Queries", "SQR", "support", "Questions from site"),
        ("Studio", "STU", "desk", "Plotters, rooms, orders"),
    ),
    rooms=("Model Room", "Big Table", "Attic Studio", "Courtyard"),
    chats=(
        chat(
            "Stair detail",
            (
                "a",
                "The handrail dies into the wall on sheet {m} and floats on the next one. Client likes the floating one. So does gravity, unfortunately the other way.",
            ),
        ),
        chat(
            "Beam clash on level {n}",
            (
                "x",
                "The duct runs through our beam by 80 mm. Could the ceiling drop, or shall we look at a smaller section?",
            ),
            ("me", "Ceiling can drop in the corridor, not in the hall. Sketch follows."),
            by="Bourdain Engineers",
        ),
        chat(
            "Glass samples",
            ("x", "Three samples go out today. The grey one is a special and takes {n} weeks longer."),
            ("me", "Thanks. We'll look at them in daylight and tell you by {day}."),
            by="supplier",
        ),
        chat(
            "Planning committee",
            (
                "a",
                "We're on the list for {day}, item {n}. Bring the small model, not the big one, the lift there is a cupboard.",
            ),
            ("b", "Small one is missing a roof. I'll make one tonight."),
        ),
        chat(
            "Plotter",
            (
                "a",
                "Magenta is empty and the spare is yellow. Anything with a sunset in it waits until the delivery.",
            ),
        ),
        chat(
            "Site minutes",
            ("x", "Minutes of {past} attached. Item {n} is still with you."),
            (
                "me",
                "It is. The answer is yes to the first part and we'd like to see a sample for the second.",
            ),
            by="contractor",
        ),
        chat(
            "Competition jury",
            (
                "a",
                "They liked the plan and didn't understand the section, so it's the drawing and not the jury. {person}, would you have a go with fresh eyes?",
            ),
        ),
    ),
    tickets=(
        ("Door schedule lacks hardware set {n}", "Contractor asks which lever. {m} doors."),
        ("Plotter cuts 4 mm short", "Long edge only. Driver was updated on {past}."),
        ("Tile layout, wet room", "Does the joint line up with the drain? See query {ref}. {contact}"),
        ("Model file opens without furniture", "Linked file was moved when the folder was tidied."),
        ("Sample board for the client", "Oak, lime plaster, the two greens. Needed on {day}."),
        ("Fire door certificate", "Certificate {ref} names another leaf thickness."),
    ),
    events=(
        "Design review",
        "Site visit with the contractor",
        "Model evening",
        "Pin-up",
        "Client walk-through",
    ),
)
