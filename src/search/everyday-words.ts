/**
 * Stems of everyday spoken and written English by how often a turn, message or paragraph holds them:
 * in a line that starts with n, about 2^(-n/2) of them do (medians over thirteen kinds of material).
 */
export const everydayWords = `
4 like use
6 make think
7 get know look one question realli see time way work
8 find go good help lot need right someth take thing tool want
9 better chang differ even great inform kind much peopl say tell understand well
10 actual answer approach back come creat exampl feel import interact interest learn mean might
  model particular point put sens set start sure thank thought tri write
11 abl alway anyth ask base bit case certain check convers current data day definit develop
  especi everyth experi first give got idea keep mani new part pretti process project provid
  show specif still talk wrong yes
12 alreadi anoth around basic build call code design direct done easier els end focus found
  general improv issu job less let level list littl long made maintain may mayb mention minut
  never next person probabl problem quit read real save seem someon sometim stuff system task
  team term two typic user usual yeah year
13 across addit allow almost area big busi clear complex concern continu cover decis detail edit
  enough everi explor feedback figur fit format futur guess hand handl happen honest includ
  initi insight instead limit main manag moment most move name nice number often open option
  other page perfect place possibl present quick relationship replac requir review said share
  similar sinc sort sound support three train type whole within without yet
14 abil ad add avail away begin best care close compani compar complet concept connect consid
  correct cours depend dive easi effect either environ ever exact expect far felt final follow
  form friend generat given guid hard hear high hope hour imagin impact increas languag last
  line mind miss month multipl notic obvious oh okay order output overal past perform pick plan
  prefer previous product program rang rather reason receiv recogn relat respons result run
  screen second send side situat small step super target test text though today togeth top turn
  valu versus view week whether word workflow
15 absolut access activ amount analysi aspect bad balanc becom behind believ benefit beyond board
  book bring built capabl challeng color common communiti comput control cool core coupl curious
  custom deal decid descript document drive element email encourag engin enjoy error essenti
  excit execut exist explain face familiar featur finish fix forth free full function gave goe
  group happi head highlight hit howev huge immedi individu instanc interview involv iter key
  later least left life link longer love meet money must navig non note noth observ offer onlin
  organ pattern pay pictur piec play pleas power practic primarili produc reach refer rememb
  research rest script seen separ servic simpl solut sourc space speak special spot standard
  stay stori structur struggl suggest suppos technic technolog tend total version video visual
  wait went whatev world worri written
16 account achiev adapt advanc ago ahead anyway appli applic appreci appropri assist automat awar
  came captur caus chat choos comment complic context copi critic cut date deep doubl earlier
  ensur entir everyon expand eye fair file fill fine five forward frame gain gap goal ground
  health heard higher hold home identifi integr knew knowledg larg leav live locat low major
  match matter messag music normal old opportun otherwis particip pass per platform polici posit
  pull push qualiti random readi recent record regular reli remind remov report request role
  routin saw schedul section sent sever short sign signific singl size skill solv spend state
  strong style tabl taken took touch toward true trust unless util wonder worth
17 accur act adjust age along altern although anyon app appoint assum attent autom avoid
  background bigger biggest block break broad co combin comprehens confus constant contact cost
  cross deeper difficult discuss draw due earli educ effort engag expens extens fail fall front
  fulli fun gather gone googl grow heavili hey implement incred industri input instruct intern
  item kid lead manual mechan method mix natur near offic origin packag post primari public
  purpos realiz relev repres respond room round select sensit shape slight social spent staff
  stage stop straightforward stuck submit success summari third throughout trend ultim uniqu
  valid vari various walk watch wrap wrote
18 address affect amaz anymor averag basi box button calcul cancel choic clean collabor confid
  consist content count curv deliv domain easili enabl event excel express extra fact factor
  fast forc graphic here hi incorpor independ influenc inspir kept lack light listen lower meant
  mental met necessarili older oper oppos outcom pain phrase physic plus potenti proper publish
  rais recommend red reduc resourc roll rule school search secur sell sentenc session sit slow
  soon speed stand statement straight sudden tech therefor throw transfer tricki updat websit
  welcom wish
19 accept accord action advantag ah ai anywher appear associ audienc awesom boss bottom bridg
  brief bunch cannot capac car catch categori center chunk class click closer collect compon
  condit confirm contain convent coordin cultur default demand determin difficulti digit discov
  driven drop effici employ energi enter evalu eventu except expert extend extent field filter
  flat forgot four framework frequenc frustrat half harder hesit hous hundr ideal impress info
  intent interfac interpret introduc invest late led liter local lost machin man mark market
  medium member mine multi narrat necessari negat nich nuanc opinion overwhelm pair paper parti
  path period perspect phase phone pre predict prepar press profession profil progress protect
  ran rate re regard region releas repeat return risk rough safe sampl scale scenario scene
  score serious sheet shift site six smaller softwar solid sorri split store stress student
  studi surpris switch teach told ton topic transcript truli understood unfortun univers usabl
  web wherea will window wors younger
20 afterward analyz anticip besid buy chanc colleg communic consider consum creativ describ
  director distanc dynam edg establish extract famili faster feed flip folk foundat game graph
  guidanc heavi histori hole imag intuit length lose media medic mistak monitor offici ok ongo
  paid precis price priorit proceed queri realiti reflect restrict sale self shown smart somehow
  somewher subject ten track trade troubl twice up upon voic wall weird
21 adopt advic agre alloc alon among analys annoy apart arrang articl attend author band barrier
  behavior bill black bore bother calendar card career carri child claim cloud colleagu
  comfort con contract contribut crazi criteria crucial demonstr depart depth desir dig disabl
  distinct divers download drill dumb elabor emerg emphas english envis estim evolv experienc
  extern extrem flexibl floor forget fund glad global green guy handi hat hello hmm human instal
  insur investig invit jump latest layer librari logic magic margin measur metal middl million
  minim minor morn nation none onto opposit overlap pace paramet parent partner plot plug poor
  popul print prior privat procedur promis promot rank reward scienc scope secret sequenc server
  setup simpler somewhat specifi squar stick strang strategi stream sub substanti tailor
  techniqu tradit translat tune uh upcom upgrad upload variabl verifi via virtual vision weight
  white worst youtub
`;
