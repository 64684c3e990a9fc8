import type { InterviewNotes } from '../interview-notes.js';

export const firstFortnightInterviews: InterviewNotes[] = [
  {
    who: 'marge',
    day: 44.2,
    quality: 0.89,
    targets: ['start', 'click', 'helper'],
    quotes: `
      5:58 +partner .9 | I'm setting it up because if I left it to Alan we'd be setting it up at his funeral.
      10:50 +import .9 | The customers are in his phone, and they're in there as "Big House Stanwix" and "Dave Dog". I had to sit and ask him who every one of them was. Two evenings.
      15:27 +sofa .7 | It's half nine, he's asleep with his mouth open, and I'm doing VAT settings.
      18:11 +first-invoice .8 | First one I sent was eighty-five pounds to my own sister, and it pinged, paid, before I'd found my glasses. I shouted. Alan thought somebody had died.
      19:28 +first-invoice .6 | It's silly, but up to then I was just filling things in, I think. After that I left it open on the worktop to see if another one came.
      24:24 +accountant .7 | Our accountant said "lovely, can you print it". So I print it.
      26:21 +ring .8 | I don't want an article. I want a woman called Sandra.
      31:22 +texts .6 | I did like that it texts them. I showed our Linda the text.
      37:55 +chase .4 | He never asks for it, you know, he just goes quiet and does more overtime.
      40:11 +ring .6 | I did try the help, I'm not helpless. It said navigate to your workspace preferences. I've been married forty-one years, I haven't got any workspace preferences.
    `,
    talk: `
      M: It's your husband's business. How come I'm talking to you?
      P: Have you met plasterers? [1]
      M: What was the first thing you had to do?
      P: The customers. [2] One of them had passed away.
      M: When did you do all this?
      P: When do you think? [3]
      M: Was there a point where it felt worth it?
      P: Oh, yes. [4]
      M: What changed?
      P: It's hard to say. [5]
      M: Who else looks at the numbers?
      P: The accountant, in theory. [6]
      M: And when you got stuck?
      P: It sent me to the help pages. [7] There was always a Sandra.
      M: Anything you liked that you didn't expect?
      P: [8] She wants one for her chiropodist.
      M: How does Alan get on with chasing people?
      P: [9]
      M: You mentioned the help pages.
      P: Oh, don't. [10]
    `,
  },
  {
    who: 'ollie',
    day: 37.3,
    quality: 0.81,
    targets: ['start', 'click'],
    quotes: `
      4:01 +import .8 | It said import a CSV. I don't know what one of them is, I fix fridges.
      5:10 +import .7 | I've got two thousand numbers in my phone and eleven hundred of them are people I never want to hear from again. So which ones do I bring?
      6:10 +first-invoice .7 | Sent a dummy one to myself to see what the customer sees. Then I sent a real one. Then I cancelled the other lot. Well, I say cancelled, I forgot about the direct debit, so they've had another month off me, but in my head I've cancelled.
      7:15 +sofa .5 | Telly on, phone in one hand. If it needs a laptop it's not getting done till Sunday and I don't like Sundays for that.
      12:40 +ring .6 | I rang. A lad picked up, Sam or Sami, sorted it in about a minute. That's why I'm still here, between you and me.
      17:18 +texts .7 | "Ollie is on his way." I've had customers stood at the gate waving since that. It's mad.
      18:21 +chase .6 | I've still got a list on the fridge of who's not paid. My own fridge, not a customer's.
      23:09 +offline .5 | Basements, I get nothing. I take a photo of my own handwriting and do it later.
      29:12 -import .4 | In the end I just added them as they rang. Took me about ten days and it was fine, actually. ## Skipped the import after all and did not miss it.
    `,
  },
  {
    who: 'zofia',
    day: 31.4,
    quality: 0.86,
    targets: ['start', 'click', 'helper'],
    quotes: `
      2:43 +import .6 | I have a beautiful card index, with fabric swatches stapled on. I don't know how you import a staple.
      3:40 +first-invoice .6 | I put off the first invoice for six days because I wanted the logo right. Then I sent it and she paid in an hour, so the logo was, you know. Not the problem.
      4:19 +first-invoice .4 | Now I look at it like a pregnancy test. Paid, not paid. Paid!
      9:56 +accountant .8 | My accountant uses Xero, I use this, and in the middle is me on the twenty-ninth of the month copying numbers between two windows like a monk.
      13:14 +partner .5 | My partner studies bats, so he is awake, so he does the receipts.
      15:50 -sofa .4 | I did it in the workshop at lunch, actually, between coats of glue. ## Set up in working hours, not in the evening.
      21:09 -ring .6 | I prefer to read. If I have to ring someone I will just not use the thing. ## The only one so far who would leave rather than phone.
      23:16 +chase .5 | I don't mind sending the bill. It's the second one. The second one I rewrite until it sounds as if I am apologising for having done the chairs.
      28:06 -texts .4 | I turned the texts off. My customers are eighty, they would ring to ask who is texting. ## Older private clients.
      32:36 +offline .4 | In the barn there's one bar, by the window, if you lean.
    `,
  },
  {
    who: 'fiona',
    day: 24.1,
    quality: 0.93,
    targets: ['start', 'click', 'site'],
    quotes: `
      1:08 +offline .9 | North of Garve there's nothing. I do three chimneys, three cups of tea, and I've not had a signal since breakfast, so the app's just showing me a wee circle.
      2:08 +offline .9 | I lost one. Typed the whole thing, certificate number and all, pressed send, nothing, and when I got to Ullapool it was gone. I nearly put the phone in the loch.
      4:21 +first-invoice .6 | The first that went through properly, she paid from the kitchen while I was still rolling up the sheets. I thought, right, that's me then.
      5:23 +import .5 | My customers were in an Excel from 2011 that my brother made. It took it, to be fair to you. Put all the postcodes in the phone number, mind, so for a week it thought I could ring IV15.
      6:57 +chase .7 | I've one at Achnasheen owes me for two winters. What am I going to do, unsweep it?
      7:40 +accountant .5 | The accountant's ninety miles away, so whatever she wants, she wants it as a PDF by email and she wants it in January.
      11:33 +partner .4 | My husband does the bookings when I'm on a roof. He says yes to everybody.
      12:53 +texts .5 | I had a lady text back "who's this", so I don't know. But after that they were all in.
      14:35 +sofa .5 | Evenings, aye. By the fire. A sweep with a fire, I know.
    `,
    talk: `
      M: Where are you working this week?
      P: Everywhere. [1] You know the circle.
      M: I do. What do you do when that happens?
      P: Swear. Well. I'll tell you what happened last week. [2]
      M: I'm sorry. Did you write it again?
      P: On the back of a hymn sheet, at the filling station. It went in on the Sunday.
      M: Was there one that worked?
      P: There was. [3]
      M: How did you get your customers in?
      P: Now that went better than I feared. [4] But it took it.
      M: Anyone not paying?
      P: Och. [5]
      M: What about your accountant?
      P: [6] So I've a folder.
      M: Does anyone help you with the bookings?
      P: [7] I was in Lairg and Nairn on the same morning once.
      M: And the reminder texts?
      P: Mixed. [8]
      M: When did you set the thing up?
      P: [9]
    `,
  },
  {
    who: 'rhys',
    day: 10.9,
    quality: 0.84,
    targets: ['start', 'helper'],
    quotes: `
      2:45 +seat .9 | So I'm on it, fine, twelve quid. Then I add Beth, who does two hours a week, and it's another nine. For two hours. So we share the login, and it logs me out up a ladder.
      9:41 +seat .8 | It's not the nine pounds. Well, it is a bit. It's more that it's my wife.
      12:58 +import .6 | Contacts came over from the iPhone but the addresses didn't, and the address is sort of the point when you're fitting something to a house.
      16:29 +first-invoice .5 | Quote, tap, invoice. I've nothing to say about it, it just went. That's a compliment.
      19:56 +accountant .6 | Beth's done one export for the VAT already. Deleted four columns, renamed two, emailed it. She's got a Post-it with the order of them for next time.
      20:49 +partner .7 | Beth set it up. I got handed it like a lunchbox.
      23:42 +ring .5 | We rang on a Saturday and got a message. Saturday's when I do it!
      25:12 +chase .6 | The grant jobs, I'm still ringing. Every Friday I've a list, quarter to four, put the kettle on, ring round. Your Kettle does not ring round.
      26:03 +texts .5 | Texting them the day before is the only thing Beth says thank you for.
    `,
  },
  {
    who: 'yusuf',
    day: 9.3,
    quality: 0.76,
    targets: ['start', 'click', 'helper'],
    quotes: `
      1:27 -import .5 | I put in four customers by hand. The rest, when they call, they call. ## Adds customers as they come; never tried to import.
      3:51 +first-invoice .7 | Before, I write on the back of the tile box. Now the man says "oh, proper invoice", and he pays me proper. Same price! He just didn't argue.
      5:36 +seat .7 | My brother is two days with me, two days with my cousin. You want nine pounds for two days? For two days he can look at my phone.
      6:38 +partner .6 | My daughter did it, she's fifteen. She changed the colour also.
      8:15 +offline .5 | New builds, no signal. I stand by the gate, sometimes there, one bar.
      9:59 +texts .6 | The lady said thank you for the text, I took the morning off. Nobody thanks a tiler before.
      12:38 +sofa .5 | After the kids sleep. Ten, ten-thirty. My wife says who are you texting. I'm texting Mr. Henderson about grout.
      13:12 +seat .4 | If it was one price for the family I'd pay even twenty-five. It's not that I have no money.
    `,
  },
  {
    who: 'priya',
    day: 6.2,
    quality: 0.83,
    targets: ['start', 'helper'],
    quotes: `
      0:52 +import .7 | It brought my contacts in, all of them, including my ex and the vet's out-of-hours. So now my ex is a customer.
      3:20 +texts .8 | Best bit is the text. Three this week said they'd clean forgot. That's three poodles saved, at fifty-two pounds a poodle.
      4:51 +seat .8 | I've a Saturday girl, Megan. She needs to see the diary. She doesn't need to see what I earn, and I'm not paying nine pounds a month for Megan to see Saturday.
      6:31 +ring .6 | I asked the chat thing and it told me about "workspaces". I just wanted to move a dog.
      8:57 +sofa .6 | Nearly gave up on the bank bit. It was gone ten and it wanted a sort code, and my card's in my other bag downstairs.
      12:03 -offline .3 | Signal's fine, I'm in a shed behind Tesco. ## Fixed premises in town.
      13:21 -partner .3 | Mum's off the phones since I got it. Kettle doesn't give discounts. ## The app took over from a helper in the family.
      15:13 +seat .5 | If there was just a look-but-don't-touch login I'd have got it already.
    `,
  },
  {
    who: 'joao',
    day: 4.3,
    quality: 0.88,
    targets: ['start', 'click', 'helper'],
    quotes: `
      2:23 +import .8 | I was stuck on the customer page for a week. It's an empty page with a plus. I looked at the plus, I went to work.
      3:51 +first-invoice .7 | When the first one got paid I did a screenshot and sent it to my mother in Setúbal.
      5:37 +chase .8 | There's one landlord, I don't call him because I will say something. So my girlfriend calls him. She is very polite, she is terrifying.
      7:10 +partner .7 | She's not employed, she's just better at it. She does the numbers in her lunch break at the hospital.
      10:45 +seat .6 | We share one login, me and her. Sometimes I'm writing a quote and it kicks me out because she is checking if I'm writing the quote.
      13:10 +sofa .6 | At night I'm too tired to be honest. I guess the square metres. Then in the morning I look and I've painted a cathedral for four hundred pounds.
      16:25 +accountant .6 | The accountant says he wants it in his program. I said this is a program. He said his program.
      20:00 -texts .4 | The text says "João from Kettle". I'm not from Kettle! I'm from me. ## Wants the text in his own name; not against texting.
      20:55 +import .6 | I have three Mrs. Greens. In my phone they are Green, Green Door and Green No.
    `,
  },
  {
    who: 'wen',
    day: 3.1,
    quality: 0.91,
    targets: ['click', 'helper'],
    quotes: `
      7:59 +accountant .9 | I have four clients on Kettle now, and what I get is four different exports, because each of them ticks different boxes. I then spend an hour making them the same.
      9:41 +accountant .9 | If it pushed straight into Xero with the VAT rate on the line, I'd recommend it to all sixty. Without that I'd honestly rather they stayed on the spreadsheet I gave them.
      11:18 +accountant .6 | The reconciliation is the thing. Invoice number in the bank reference. It sounds boring, it saves me a day a month.
      15:04 -accountant .5 | For the very small ones it doesn't matter. Under thirty invoices a quarter I can type it faster than I can explain it. ## Worth connecting only above about thirty invoices a quarter.
      16:27 +seat .8 | None of them will pay for a login for me. So they text me their password. I've asked them not to. They text it again.
      18:44 +first-invoice .6 | The good thing is they bill sooner. Debtor days on those four are nineteen, they were thirty-four. But it's four clients, don't put it on a poster.
      20:07 +chase .7 | They still ring me on a Friday, can you look who hasn't paid. I can't tell whether that's habit or the reminders aren't reaching anybody.
      26:05 +sofa .4 | Everything arrives between nine and midnight.
      33:23 +partner .6 | In three of the four I never speak to the tradesman. I speak to the wife, or in one case the mother.
      42:08 +accountant .7 | I'll give you an example. One of them puts the VAT in the description. In words. "Includes the VAT." Another has a customer called Cash, with four hundred invoices. I'm not being funny, I like them, they're good at what they do, but I'm a chartered accountant and I am reading descriptions.
      43:55 +seat .6 | One password is the dog's name. I now know all their dogs.
    `,
  },
  {
    who: 'ade',
    day: 2.1,
    status: 'analysis_failed',
  },
  {
    who: 'callum',
    day: 1.2,
    quality: 0.8,
    targets: ['start', 'click', 'site'],
    quotes: `
      0:54 +offline .8 | I'm up a glen cutting a hedge for a laird. No signal, no laird. So I cannae even show him the price.
      5:27 -import .5 | I just started fresh. New book, new start. Felt quite good, like. ## Chose to begin with an empty list.
      10:37 +first-invoice .6 | Sent it fae the van, and the phone went before I was at the end of the drive. I thought it was him complaining. It was the money.
      11:46 +partner .5 | My girlfriend's name's on it because her credit's better. So legally I think she's the gardener.
      16:49 +seat .8 | Second phone's nine quid a month, and I've a lad who's only with me April to October. I'll be honest, if it's nine quid for a lad who's no there, I'm away back to the wee book.
      18:38 +texts .7 | Folk put the dog in now before I come. That's the text. That's worth the twelve pound.
      20:50 +chase .6 | I dinnae chase. I cut their hedge a bit shorter next time and hope they think on it.
    `,
  },
  {
    who: 'hannah',
    day: 0.3,
    status: 'processing',
  },
];
