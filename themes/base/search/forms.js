// Forms of a word, what is said but not asked for, and words that were mistyped.

// Said, but not asked for: left out when something else is asked
const STOP = new Set('a an and are as at be by can for from in is it of on or that the this to was we will with you your s how do does i what where which when why my there have has'.split(' '))
// Those of them that only ask: of two words, neither is a name by itself
const ASKS = new Set('how what where which when why do does i my to s'.split(' '))

// Words that join others, by language: they count little
const JOINING = Object.fromEntries(Object.entries({
  en: 'about after again all also am another any anyone anything around based been before being best between both but come coming could did doing done during each either else ever every few follow get give given go goes going got had happen happens he her here him his if into its itself just know let lets like long look looks lot make many may me mean means might mine more most much must need no not nothing once one only onto other our ourselves out over please possible put really said same say see seem she should since so some someone something soon still such take tell than thats their them then there these they thing things think those though through too toward try trying under until up us use using very want way well were whether while who whole whom whose within without work works would yet yours',
  de: 'aber alle als am an auch auf aus bei bin bis das dass dem den der des die dies diese dieser doch du durch ein eine einem einen einer es fur habe hat hier ich ihr im in ist kann kein keine man mein mich mir mit muss nach nicht noch nur oder ob ohne sein sich sie sind so uber um und uns unter vom von vor wann warum was welche wenn wer werden wie wir wird wo zu zum zur',
  fr: 'au aux avec ce ces comment dans de des du elle en est et faire il je l la le les leur ma mais me mes mon ne nous on ou ou par pas plus pour puis quand que quel quelle quels qui quoi sa sans se ses si son sont sur ta tu un une vous y',
  es: 'al como con cual cuando de del donde el en es esta este hay la las lo los mas me mi no o para pero por porque puedo que se ser si sin sobre son su sus un una y ya',
  pt: 'ao aos as com como da das de do dos e em esta este eu mais mas me na nas no nos o onde os ou para pelo pela por posso qual quando que se sem ser seu sua um uma',
  it: 'al alla anche che chi come con cosa da dal dei del della delle di dove e ed gli ho i il in io la le lo ma mi nel nella non o per piu posso quale quando se senza si sono su un una uno',
  nl: 'aan als bij dat de deze die dit door een en er geen het hoe ik in is kan met mijn naar niet of om onder ook op over te tot uit van voor waar waarom wanneer wat welke wie worden zijn zonder',
  ru: 'а без бы в во где да для до его ее если есть же за и из или к как какая какие какой когда кто ли меня мне можно мой мы на не нет но о об он она они от по почему при с со так то у чем что чтобы это я',
}).map(([code, list]) => [code, new Set(list.split(' '))]))

const ENDINGS = {
  en: 'ations ation ators ator ating ated ates ate ions ion ings ing ies ied ments ment ers er es ed ly s',
  de: 'ungen ung lichen liche lich keiten keit heiten heit ern en er es em e n s',
  fr: 'issements issement ements ement ations ation iques ique euses euse eurs eur antes ante ants ant ions ees ee es er ez ent e s',
  es: 'amientos amiento aciones acion iciones icion mente ando iendo ados adas ado ada idos idas ido ida es os as ar er ir o a e s',
  pt: 'amentos amento acoes acao icoes icao mente ando endo ados adas ado ada idos idas ido ida es os as ar er ir o a e s',
  it: 'amenti amento azioni azione mente ando endo ati ate ato ata iti ite ito ita are ere ire i e o a',
  nl: 'ingen ing heden heid lijke lijk en er e s',
  sv: 'ningarna ningar ningen ning arna erna orna aren are ar er or en et na a e s', ca: 'acions acio ments ment ar er ir es os as a e o s',
  pl: 'owania owanie ami ach owi ego emu ych ymi om ow em ie ia y i a e o u', cs: 'ovani ami ach ich ych emu eho ove ou em um y i a e o u',
  ru: 'иями ями ами ого его ому ему ыми ими ание ания ений ение ения ать ять ить ах ях ов ев ий ый ая яя ое ее ые ие а е и о у ы ь ю я й',
  tr: 'larin lerin lari leri lar ler nin in un i u a e', fi: 'ssa sta lla lta lle ksi ista issa ien en in n t a', hu: 'okat eket okban ban ben nak nek okat ok ek at et t k',
}
ENDINGS.uk = ENDINGS.ru
ENDINGS.da = ENDINGS.no = ENDINGS.nb = ENDINGS.sv + ' erne ene ere'
const lists = Object.fromEntries(Object.entries(ENDINGS).map(([code, list]) => [code, list.split(' ').sort((a, b) => b.length - a.length)]))

/** What the forms of a word have in common. */
export const stem = (word, language) => {
  const list = lists[(language || 'en').slice(0, 2)]
  if (!list || word.length < 4) return word
  const ending = list.find(ending => word.endsWith(ending) && word.length - ending.length >= 3)
  let short = ending ? word.slice(0, -ending.length) : word
  if (short.length > 3 && /[eiy]$/.test(short)) short = short.slice(0, -1)
  // "call" and "diff" are written with two; the second letter of "runn" is of its ending
  return short.length > (/[flz]$/.test(short) ? 4 : 3) && /([b-df-hj-np-tv-z])\1$/.test(short) ? short.slice(0, -1) : short
}

// Said in many ways: a page may be right without them
const DOING = new Set('add allow ask build change check choose close connect copy create define delete disable edit enable find get give handle include let list manage move need open pass point provide put read receive remove rename replace run see select send set show start stop switch turn update use write'.split(' ').map(word => stem(word, 'en')))

/** Steps from one word to the other: a letter more, less, another, or two swapped. More than `most` is `most + 1`. */
export const distance = (a, b, most) => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let two = [], one = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] == b[j - 1]
      row[j] = Math.min(one[j] + 1, row[j - 1] + 1, one[j - 1] + !same)
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = Math.min(row[j], two[j - 2] + 1)
      least = Math.min(least, row[j])
    }
    if (least > most) return most + 1;
    [two, one] = [one, row]
  }
  return one[b.length]
}
