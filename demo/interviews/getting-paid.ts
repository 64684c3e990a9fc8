import type { InterviewNotes } from '../interview-notes.js';

export const gettingPaidInterviews: InterviewNotes[] = [
  {
    who: 'ines',
    day: 168.3,
    quality: 0.88,
    targets: ['chase', 'send'],
    quotes: `
      1:08 +same-day .8 | If I don't do the invoice sat in the van outside the house, it's not happening. I'll get home, there's tea, there's the baby, and then it's Thursday.
      4:51 +awkward .9 | I'll fix your boiler at ten at night, no bother. Ask you for the eighty quid? I'll write the text, delete it, write it again, put a smiley on it. A smiley! For my own money.
      5:44 +awkward .7 | My mum says be firm. My mum's never had to go back to the same street the week after.
      8:42 +seen .7 | What I want to know is, did she open it. Because if she's opened it and not paid that's one conversation, and if it's in her junk that's another.
      10:44 +sunday .5 | Sunday, half eight, Countryfile's finished, laptop on the ironing board.
      11:35 +card .6 | I had the little card reader. One point seven five percent, which sounds like nothing until you see it's gone forty quid in a month.
      14:23 -deposit .6 | I don't take deposits. I'm in and out in two hours, what would I take a deposit for, a washer? ## Small reactive jobs: a deposit has nothing to protect.
      15:11 +late-big .6 | The old ladies pay before I've got my boots on. It's the management company for the flats, they've got me on sixty days and I never agreed to sixty days.
      17:33 +whatsapp .5 | Half my invoices are just a photo on WhatsApp, honestly. Logo, number, bank details, thumbs up.
    `,
    talk: `
      M: So you've just finished a job, spanner's back in the bag. What happens next?
      P: Ideally? [1] So now I do it on my knee with the engine running.
      M: And if you don't get to it?
      P: Then I'm that person texting on a Monday night. [2]
      M: What are you worried will happen?
      P: Nothing. That they'll think I'm desperate. I don't know. [3]
      M: Say they don't answer. What do you know at that point?
      P: Nothing! [4]
      M: When does the rest of the paperwork get done?
      P: [5] He's asleep upstairs if I'm lucky. My husband, not the baby. The baby's up.
      M: Have you tried taking cards?
      P: Yeah, for about a year. [6] So it's in a drawer.
      M: Some people I've talked to ask for money up front.
      P: [7] Bathrooms, maybe. I don't do bathrooms.
      M: Who pays you slowest?
      P: Not who you'd think. [8]
      M: And the invoice itself, what does it look like?
      P: Promise not to laugh. [9] It works, though.
    `,
  },
  {
    who: 'gareth',
    day: 161.1,
    quality: 0.81,
    targets: ['chase', 'refuse'],
    quotes: `
      0:57 +late-big .9 | The housing association owes me eleven thousand four hundred as we speak. Lovely people. Eleven thousand four hundred.
      3:00 +late-big .8 | Month end plus forty-five, and if you miss their cut-off by a day it's the month after, so really you're talking ninety days on a roof I've already bought the slate for.
      3:26 +deposit .9 | Third up front or the scaffold doesn't go up. Learnt that in 2019 off a fella in Mumbles with a very nice car.
      4:00 +deposit .6 | They do ask, is that normal, a third. I say yeah, for slate it is, I've got to pay the merchant.
      5:27 +dont-mind .7 | Domestic, I'm easy. They'll pay. Two weeks, three weeks, I don't lose sleep, I've got enough float now.
      7:57 -awkward .8 | Awkward? No. It's my money, I ring them up. My lad finds it awkward, I find it cheap entertainment. ## Four vans and a float; says his son, who looks after the small jobs, does find it hard.
      9:16 +seen .6 | I send it to the big ones with the read receipt on. You know, the box that pops up. They never click the box.
      10:09 +retype .5 | My accountant gets a carrier bag. I'm not joking, it's a Lidl bag.
      12:45 +sunday .4 | The wife says I've got a Sunday face. It starts about four o'clock.
    `,
  },
  {
    who: 'dawn',
    day: 155.2,
    quality: 0.92,
    targets: ['chase', 'send', 'books'],
    quotes: `
      3:00 +awkward .7 | I do the phone voice. "Hiya, just checking you got our invoice?" Just checking! I know they got it. I hate the phone voice.
      4:59 +agents .9 | Letting agents. They'll tell you it's with the landlord, the landlord tells you it's with the agent, and meanwhile there's a tenant with a working shower who thinks we're marvellous.
      6:50 +agents .7 | One agent, she wants a purchase order number on it, and she only gives you the number after you've invoiced. You tell me.
      9:59 +same-day .8 | The lads are meant to close the job on the day. Phil does, so Phil's get paid. Darren does his on a Friday in one go and you can see it in the bank, there's a Darren-shaped hole.
      18:51 +retype .9 | It's in Kettle, then I type it into Sage, then at the quarter the accountant wants a spreadsheet of it. Same numbers, three times. I timed it once and it was nine hours.
      21:05 +sunday .6 | I said when we got married I'd do two evenings. It's more like four and a Sunday.
      26:55 +card .7 | We put the payment link on and nobody over fifty touches it. They ring up and read me the long number, which I'm fairly sure I'm not allowed to write down.
      33:25 +seen .8 | They all say it went to spam. All of them. I'd pay good money just to be able to say, well, Karen, you opened it on Tuesday at ten past two.
      37:07 +late-big .6 | The school is the worst and the school has got the most money.
      42:34 +awkward .6 withdrawn | My brother-in-law owes us six hundred pounds and he was at ours for his dinner on Sunday, so there's that.
      44:06 +awkward .8 | There's a lady in Arnold, she's eighty-odd, she owes us two hundred and ten from a fuse board, and every time I ring she's that pleased to hear from me that I end up asking about her hip. I've rung her four times. I know everything about the hip. I do not have the two hundred and ten.
      45:38 +retype .5 | Four times, actually, if you count the carbon book. He likes the carbon book.
    `,
  },
  {
    who: 'mo',
    day: 148.4,
    quality: 0.79,
    targets: ['chase', 'send'],
    quotes: `
      2:29 +awkward .8 | Some of these are my dad's mates. You can't send your dad's mate a final notice.
      4:22 +awkward .9 | I let one go, four hundred and sixty. Rewired his kitchen. I see him at mosque every Friday and we both act like it never happened.
      7:51 +same-day .7 | When I send it before I've left the drive they pay that night. When I send it next week they've forgotten what I did, and then they start. What's this, what's that.
      10:29 +whatsapp .7 | Everything's on WhatsApp. Quote, photos, invoice, them moaning. If it's not on WhatsApp it didn't happen.
      12:18 +card .8 | Why should I pay to be paid? Cash costs nowt, bank transfer costs nowt.
      17:22 -card .6 | Mind you, the landlady on Leeds Road paid by the link in about nine seconds, so. Fair enough. ## One customer; he still does not offer the link first.
      21:40 +late-big .7 | Takeaways pay, builders don't. The builder says he'll pay when he's paid, and he's saying that to the plasterer as well, and the tiler. Everybody's waiting on everybody. I think there's one man in Harrogate with all the money.
      23:14 +sunday .5 | I do it in the car park while the kids are at football. Sunday morning, under-elevens. I've invoiced some very big jobs at nil-nil.
    `,
  },
  {
    who: 'shireen',
    day: 141.2,
    quality: 0.94,
    targets: ['chase', 'send', 'books'],
    quotes: `
      6:11 +retype .9 | I've got thirty-one clients and I reckon twenty-six of them have the information somewhere on their phone. And then I type it. I'm a very expensive pair of thumbs.
      11:03 +same-day .9 | You can see it in the ledgers plain as anything. The ones who bill the same day are sat at about eleven days. The ones who do a batch at the weekend, it's thirty plus. Same trade, same town.
      12:57 +awkward .7 | Grown men, six foot three, ask me to ring their customers because I've got "a nice manner".
      20:11 +late-big .8 | Domestic debt is small and quick, commercial debt is big and slow, and the ones that go under go under because of one commercial customer. Always one. I could give you names.
      21:22 +dont-mind .6 | To be fair I have two or three who just don't care. Money comes in when it comes in. They've usually got a wife with a salary.
      23:58 +card .5 | They see the fee line on the statement and they switch it off. They don't see that they got paid three weeks sooner. That isn't a line.
      29:04 +sunday .6 | I get the emails at eleven on a Sunday night. Photos of receipts, on a duvet.
      30:22 +retype .6 | If the export had the VAT rate per line I could go home at five. It's one column!
      33:26 +whatsapp .4 | I've been forwarded an invoice as a voice note. He read it out.
      34:20 +late-big .7 | I had a scaffolder, lovely man, eleven staff, never a late wage in nineteen years, and one main contractor went under owing him eighty-six thousand. That was that. He drives a minicab now, he does my airport runs, and he still asks me whether there's any news from the liquidator.
    `,
    talk: `
      M: You see thirty-odd businesses from the inside. What does the typical set of books look like when it reaches you?
      P: Late. No, that's unfair. [1]
      M: Where's the difference between the ones who are comfortable and the ones who aren't?
      P: When they bill. It's not what they charge. [2]
      M: Why don't the others just bill on the day?
      P: Tired. Embarrassed. They think it looks grabby. And then it's late and it's worse. [3]
      M: Do you ring?
      P: I do, for two of them. I shouldn't.
      M: What does a bad debt look like in your ledgers?
      P: [4] I'm not going to, but I could.
      M: Is anyone relaxed about it?
      P: Hm. [5]
      M: And cards?
      P: Oh, that's psychology, that's not arithmetic. [6]
      M: When do you hear from people?
      P: [7] I don't open them till Monday, I've got rules.
      M: If you could change one thing in Kettle?
      P: [8] Please write that one down.
      M: I have. Anything odd you've been sent?
      P: [9] With a pause for the VAT.
      M: Have you seen one of these go really wrong?
      P: [10] There's no news from the liquidator.
    `,
  },
  {
    who: 'trish',
    day: 133.3,
    quality: 0.74,
    targets: ['chase'],
    quotes: `
      2:26 +dont-mind .8 | They pay me before their coat's on. I haven't chased anyone since, God, 2021? I genuinely don't know what the rest of them are on about.
      6:37 -awkward .7 | There's no asking in it. You hold up the wee machine and look at the ceiling. ## Paid at the chair: there is no invoice, so nothing to chase.
      7:58 -card .8 | Card's the best thing ever happened to me. I'd pay double. Well, don't write that down. ## Takes cards at the chair; the fee buys her out of chasing.
      11:04 +deposit .7 | Brides I take fifty off, because a bride'll cancel on you for her cousin.
      13:37 -deposit .7 | For regulars? No. You'd be insulting them. Mrs. Doherty's been coming since before I'd my own shop, I'm not asking her for a tenner to hold a chair. ## Deposits suit strangers and weddings, not regulars.
      16:06 +sunday .3 | I do my books when it's raining.
      18:01 +same-day .4 | The wedding ones I bill on the day, in the car park, with the confetti still on me, because by the Monday they're in Tenerife.
      21:57 +retype .6 | The accountant asks for it "in a format". I said what format, she said any format. So I drew her a table.
      26:35 +seen .5 | My sister does cakes and she's at me every week, did they get it, did they get it. She'd love a wee tick.
    `,
  },
  {
    who: 'len',
    day: 126.2,
    quality: 0.77,
    targets: ['chase'],
    quotes: `
      0:43 +awkward .6 | I were brought up you don't talk about money. So I put it in an envelope and I leave it on the side, and I go.
      4:10 +dont-mind .8 | I've waited fourteen month for a staircase. He paid. They do pay. You outlive them or you outlast them.
      7:18 -awkward .6 | I'll not say it bothers me, no. It did when I'd a mortgage. ## No mortgage now and close to retiring; says himself that it used to bother him.
      12:47 +deposit .8 | Timber's gone through t'roof. I'm not buying two thousand pound of oak for a man who might go off the idea.
      17:02 +deposit .5 | I don't call it a deposit, I call it the timber. Nobody's ever argued with the timber.
      18:26 +card .7 | No. No cards. I've nowt against it, I just don't want one more company in my pocket.
      20:14 +sunday .7 | Sunday after chapel, two hours, carbon book. Been doing it thirty-four year. Wouldn't say I enjoy it, but I know where I am after.
      23:29 +late-big .5 | I did a job for the council in 1998. Never again, and that's all I'll say.
      24:07 -seen .5 | If they've had it, they've had it. I don't need to watch them read it. ## Hands his invoices over in person.
    `,
  },
  {
    who: 'yusuf',
    day: 121.3,
    quality: 0.31,
    targets: ['chase'],
    quotes: `
      1:05 +awkward .5 | Yeah. It's, yeah. You don't like to ask.
      1:59 +deposit .4 | Sometimes half, sometimes, depends on the tile, innit.
      6:52 +card .3 | Card, no. No no. Cash or transfer.
    `,
  },
  {
    who: 'terry',
    day: 117.4,
    quality: 0.83,
    targets: ['chase', 'send', 'refuse'],
    quotes: `
      1:08 +late-big .8 | Developers. Mate. They'll have ten skips off you and argue about the tenth so they don't have to pay for the nine.
      4:00 +awkward .5 | I'm not shy, I'll ask. It's asking the third time without swearing. That's the skill.
      4:30 +same-day .7 | I make the driver do it at the gate, on the phone, before he tips. Used to leave it till Friday and we'd lose, I dunno, two a week. Just gone. Nobody billed them.
      5:48 +card .8 | Two and a bit percent on a three-hundred-pound skip is my diesel. That's literally the diesel.
      7:25 +agents .6 | House clearance for an agent, dead easy, in and out. Getting paid, they want photos, they want a tip ticket, they want my insurance again. They had my insurance.
      10:21 +deposit .6 | Money up front on domestic, no exceptions, I don't care if you're the vicar.
      12:59 +seen .9 | There's a bloke in Billericay swore blind he never had it, four times. I drove round with it printed out and he's got it open on his desktop. On the screen. Behind him.
      15:49 +sunday .5 | The missus does it Sunday with a glass of wine, so there's some creative ones in there.
    `,
  },
  {
    who: 'ollie',
    day: 112.2,
    status: 'insufficient',
    talk: `
      M: Thanks for making time. Is now still good?
      P: Can I ring you back? I'm up to my elbow in a Bosch.
      M: Of course. Shall we say four?
      P: Four's school. Half five. No. I'll ring you.
    `,
  },
  {
    who: 'kofi',
    day: 108.6,
    quality: 0.86,
    targets: ['chase', 'send'],
    quotes: `
      2:37 +awkward .6 | At two in the morning they love you. At nine in the morning you're a rip-off. So I have to ask at two in the morning, in the doorway, and it feels like a mugging.
      9:51 +same-day .8 | Paid on the doorstep or not at all, near enough. Anything I "send tomorrow", knock thirty percent off it.
      17:57 -card .7 | Nobody has cash at 2 a.m., so I take the card and I eat the fee. It's one sixty-nine. A chargeback is three hundred, now that I do mind. ## Emergency call-outs: the fee is fine, chargebacks are not.
      19:26 +card .6 | They hold my money three days for "verification" and charge me for the privilege.
      21:02 +agents .8 | With the agents it's, I don't know, five weeks, six weeks. I send it, they say it's approved, then there's an approval for the approval.
      22:55 +late-big .7 | The hotel pays at fifty-eight days. Every time. I think someone there has a calendar with my name on day fifty-eight.
      24:49 +seen .6 | If I could see they'd opened it I would sleep. That's it. I don't need the money that night, I need to know it landed.
      28:18 +whatsapp .6 | I send the receipt on WhatsApp while I'm still in the lift. It's just easier, I've got their number anyway from when they rang.
      32:38 +sunday .4 | Sunday, no. Between jobs. Engine on.
      34:41 +awkward .8 | One man said to me, I'm not paying ninety pounds, it took you four minutes. I said, sir, it took me eleven years and then four minutes. He laughed. He paid me sixty.
      37:34 +chargeback .7 | I had one, he said his card was stolen. Sir, I have you on my own dashcam putting in the PIN. It took eleven weeks and they gave it to him.
    `,
  },
];
