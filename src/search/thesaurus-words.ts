/**
 * Words that people use for one another when they talk about products, services and work, one
 * group a line, written by hand. A word may stand in several groups.
 */
export const relatedWords = `
signup register registration enroll enrolment onboarding join subscribe
onboarding setup start begin introduction kickoff
login signin password credential authenticate authentication sso 2fa passcode pin
logout signout
price cost pricing expensive cheap afford affordable fee charge money budget
expensive overpriced pricey costly
cheap affordable inexpensive
bill billing invoice receipt statement charge
pay payment paid purchase checkout transaction buy
buy purchase order acquire shop shopping
sell sale sales selling vendor seller
refund reimburse reimbursement cashback chargeback return
cancel cancellation unsubscribe terminate stop quit end close
churn leave leaving switch quit abandon
renew renewal extend subscription
upgrade downgrade plan tier subscription
trial demo free sample
discount coupon promo promotion voucher deal offer
fee charge surcharge commission cost
salary wage pay income earnings paycheck payroll compensation
tax taxes irs deduction withholding
bank account checking savings
balance funds amount available
transfer send wire remit deposit
withdraw withdrawal atm cash
topup reload deposit
card debit credit visa mastercard amex
currency exchange conversion convert rate foreign
loan mortgage borrow lend debt credit
interest apr rate percentage
invest investment stock share portfolio
save saving savings
fraud scam stolen unauthorized unauthorised compromised theft phishing
lost missing misplace misplaced disappear gone
decline declined reject rejected refuse refused deny denied fail
limit cap maximum restriction threshold quota
verify verification validate confirm identity proof authenticate
identity id passport identification
insurance coverage policy claim insured
budget spend spending expense expenditure
cost spend spending
delivery deliver shipping ship shipment arrive arrival package parcel
track tracking follow trace
late delay delayed overdue slow waiting
wait waiting queue delay long hold
slow lag laggy sluggish latency performance speed
fast quick quickly rapid speed speedy instant immediately
crash freeze hang stuck unresponsive
bug error defect glitch fault issue broken fail failure
broken damaged faulty defective malfunction
error mistake wrong incorrect inaccurate failure
problem issue trouble difficulty pain challenge obstacle struggle frustration concern
hard difficult tough challenging complicated complex tricky
easy simple simplicity straightforward effortless intuitive convenient
confusing confused unclear confusion misunderstand puzzling lost ambiguous
clear obvious understandable plain clarity
understand understanding comprehend grasp sense meaning
know knowledge aware awareness familiar
learn learning training tutorial teach study
help support assist assistance aid guidance
support helpdesk agent representative service
guide guidance instruction manual documentation docs tutorial
document documentation paperwork file form
form questionnaire survey field application
search find lookup locate discover discoverability
find locate discover seek
navigate navigation menu browse wayfinding
filter sort refine narrow
page screen view website site
website site web webpage portal
app application software program tool
tool tools software product platform
platform system service
feature functionality function capability option
option choice alternative setting preference
setting settings preference configuration configure customize customise
customize personalise personalize tailor tailored custom
change modify edit update alter adjust
update upgrade refresh revise
add create make new
create build make produce generate design
delete remove erase discard clear
replace substitute swap exchange
fix repair resolve solve correct
solve solution resolve fix
improve improvement better enhance optimize optimise refine
worse worsen degrade deteriorate decline
increase raise grow growth rise more higher
decrease reduce reduction lower drop decline less cut
start begin launch initiate
finish complete completion done end
continue proceed resume carry
repeat again recurring redo duplicate
copy duplicate clone paste
share sharing send distribute
send email message mail
email mail inbox message
message chat text sms conversation
notify notification alert reminder ping
remind reminder alarm alert
call phone telephone mobile dial
phone mobile smartphone cellphone device
device hardware gadget machine
computer laptop desktop pc
mobile phone tablet ios android
internet wifi network connection online connectivity
offline disconnected outage down
download install installation setup
upload import attach submit
import export migrate migration transfer
submit send file
save store backup keep
data information info details facts
data dataset record records database
record entry case row
spreadsheet excel csv table worksheet
report reporting dashboard summary statement
dashboard overview chart graph visualization
chart graph plot visualization visualisation diagram figure
number figure count amount quantity
measure metric kpi measurement track
analyze analyse analysis analytics insight insights
compare comparison versus difference differ contrast
difference distinct distinguish different vary
same similar identical alike equal
pattern trend tendency
model modelling algorithm prediction
predict prediction forecast anticipate
explain explanation interpret interpretation clarify interpretability
interpret interpretation meaning read
feature variable attribute column
automate automation automatic automatically
manual manually hand
integrate integration connect connection sync plugin
sync synchronize synchronise synchronization
api endpoint developer integration
code coding programming develop developer engineer
developer engineer programmer
deploy deployment release rollout ship
release version update
test testing try trial experiment
try attempt experiment
evaluate evaluation assess assessment judge review
review feedback comment critique rating
feedback opinion comment input response
opinion view belief thought attitude
think believe feel consider
like love enjoy prefer favorite favourite
love adore delight
hate dislike annoying annoyed despise
annoying irritating frustrating frustrated frustration annoyed irritation
angry upset furious mad
worry worried concern concerned anxious anxiety afraid fear nervous scared
fear afraid scared threat threaten
trust trustworthy reliable confidence credible believe
reliable dependable stable consistent robust
doubt skeptical sceptical distrust mistrust suspicious
accurate accuracy correct precise right exact
quality standard good
good great excellent nice
bad poor terrible awful
satisfied satisfaction happy pleased content
happy glad pleased joy
sad unhappy disappointed disappointment
surprise surprised unexpected shock
bored boring dull tedious
tedious repetitive mundane boring laborious
important essential critical crucial key vital significant
need require requirement must necessary necessity
want wish desire hope prefer
expect expectation anticipate hope
goal objective aim target purpose
plan planning strategy roadmap
strategy approach plan tactic
idea concept notion inspiration brainstorm
brainstorm ideation ideas
creative creativity imagination original inventive
original originality unique authentic
authentic authenticity genuine real human
write writing draft compose author
draft outline sketch
text copy wording content
wording word words phrase terminology language term
term terminology jargon vocabulary
label name title heading
name title called
edit editing proofread revise rewrite
translate translation language
summarize summary summarise recap overview
presentation slide slides deck
picture image photo photograph visual
video film movie clip
music song audio sound track
play listen hear
draw drawing illustration paint art
art artist artwork artistic
design designer layout interface ui ux
interface ui screen display
color colour palette
size big large small
shape form curve
button click tap press
icon symbol logo
remote controller control
battery power charge recharge charging
material plastic rubber wood metal
game gaming player play
ai chatgpt claude llm chatbot gpt bot
ai automation machine robot
chatbot bot assistant
prompt prompting instruction query
hallucinate hallucination fabricate false invent
bias biased unfair prejudice
ethics ethical moral responsible
cheat cheating plagiarism plagiarize dishonest
copyright ownership intellectual rights plagiarism
privacy private confidential personal sensitive
security secure safe safety protect protection
safe safety danger risk
risk danger hazard threat
legal law regulation compliance lawful
compliance regulation regulatory audit legal
audit auditor inspection review
rule policy regulation guideline
permission access authorize authorise allow permit
access accessible entry permission
accessible accessibility disability disabled
allow permit enable let
prevent block avoid stop
block blocked freeze lock locked
unlock unblock activate reactivate
activate activation enable
expire expired expiry expiration outdated
old outdated obsolete legacy
new recent latest modern
time hours duration schedule
slow lengthy
save time faster efficient efficiency productivity
productivity productive efficient efficiency output
schedule calendar appointment booking timetable
meeting appointment call session
book booking reserve reservation
deadline due date cutoff
date day calendar
early soon ahead
month monthly quarter quarterly
year annual yearly
week weekly
day daily
often frequently frequent regularly usually
rarely seldom infrequent
vacation holiday leave pto
sick illness ill medical
job work career employment occupation profession
replace replaced displacement layoff redundant
hire hiring recruit recruitment candidate
employee staff worker personnel colleague
team colleague coworker group
manager boss supervisor leader lead
organization organisation company business firm
company business employer enterprise
customer client user consumer buyer
user people participant respondent
client customer account
audience viewer reader fans
competitor competition rival alternative
market marketing advertising campaign promotion
advertise advertising ad ads advert
brand branding identity voice
sales lead prospect pipeline
lead prospect
outreach cold email prospecting
student pupil learner class kids children
teacher educator instructor professor faculty
school college university classroom
class lesson course lecture
lesson curriculum plan teaching
grade grading marking score assess
homework assignment essay coursework
exam test quiz assessment
education learning teaching schooling
parent family mother father
child kid children
doctor physician provider clinician
patient veteran client
health medical healthcare clinic
government agency state federal public
state states territory tribe tribal
minister government parliament
funding fund grant money finance
benefit advantage pro upside value
disadvantage drawback downside con limitation
advantage benefit strength
weakness limitation drawback shortcoming
value worth worthwhile benefit
useful helpful valuable handy
useless pointless worthless unnecessary
result outcome output finding
impact effect influence consequence
cause reason why because
reason cause explanation motive
decision decide choose choice
choose select pick choice
agree agreement consensus approve
disagree disagreement oppose argue conflict
argue debate dispute
approve approval accept authorize
suggest suggestion recommend recommendation propose advice
recommend recommendation suggest advise
advice tip guidance recommendation
request ask demand
question query ask inquiry
answer reply response respond
discuss discussion talk conversation
collaborate collaboration cooperate together teamwork
role responsibility duty task
responsible responsibility accountable
task job chore work todo
process procedure workflow method
workflow process routine pipeline
method approach technique way
step stage phase
progress status state advance
status progress state
history past previous record
future upcoming later next
experience background expertise skill
skill ability expertise competence
expert specialist professional
beginner novice newcomer inexperienced
tech technology technical digital
travel trip journey flight
flight airline plane airport
hotel accommodation lodging room
car vehicle auto driving
drive driving car
gas fuel petrol
traffic route directions commute
map directions location
location place address where
address location postcode
restaurant food meal dining eat
food meal cuisine eat
recipe cook cooking ingredient
calorie nutrition diet healthy
drink coffee tea
weather forecast temperature rain
home house apartment
pet dog cat
language translate spanish french
joke funny humor fun
fun enjoyable entertaining
alarm timer wake
list todo checklist
community forum group
opensource contribute contributor
monitor monitoring observability telemetry
log logs trace traces
duplicate double twice
double twice duplicate
extra additional more
missing absent lack lacking
lack missing shortage insufficient
enough sufficient adequate
part piece component portion
group segment category
category type kind class
detail details specific
overwhelm overwhelming overload information
fetch retrieve pull obtain
finance financial money budget
quotation quote estimate price
equipment hardware gear device
accountant bookkeeper accounting bookkeeping
superior boss manager supervisor
hurt harm damage penalize
tabular table grid spreadsheet
visit appointment
reschedule postpone change move
sign signature
partner collaborator sounding
writer author novelist
invoice bill
colleague teammate
crew team staff
sms text reminder
stress stressed pressure burnout
busy workload overloaded overwhelmed
motivate motivation incentive
habit routine behavior behaviour
behavior behaviour conduct
adopt adoption uptake usage
use usage utilize utilise employ
lose loss lost
keep retain retention
grow growth scale expand
noise noisy loud
microphone mic headset
transcribe transcription transcript recording
record recording tape
speaker speech voice talk
participant subject speaker
cold freezing heating temperature
energy electricity power
money cash fund funds
`;
