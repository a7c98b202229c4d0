/** The countries of the European Union, with the prefix of their VAT identification numbers: Greece writes `EL`. */
const prefixes: Readonly<Record<string, string>> = Object.fromEntries(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
    .split(' ')
    .map((country) => [country, country === 'GR' ? 'EL' : country]),
)

/** Whether a country (ISO 3166-1) is in the European Union. */
export function isInEu(country: string): boolean {
  return country in prefixes
}

/** Returns a VAT id as it is stored: capital letters, without spaces, dots and dashes. */
export function plainVatId(text: string): string {
  return text.toUpperCase().replace(/[\s.-]/g, '')
}

export type VatIdVerdict = 'valid' | 'wrong_country' | 'wrong_format' | 'wrong_check_digits'

/**
 * Checks a plain VAT id against its country. Of the 27 countries of the EU, format and check digits are checked, by the
 * published algorithms (European Commission, BMF Austria, and the national tax offices; the same as in VIES' first
 * check); whether the number is registered, only VIES knows. Of other countries any 4 to 20 letters and digits are valid.
 */
export function checkVatId(vatId: string, country: string): VatIdVerdict {
  const prefix = prefixes[country]
  if (prefix === undefined) return /^[A-Z0-9]{4,20}$/.test(vatId) ? 'valid' : 'wrong_format'
  if (!vatId.startsWith(prefix)) return 'wrong_country'
  const number = vatId.slice(2)
  const rule = rules[country]
  if (rule === undefined || !rule.format.test(number)) return 'wrong_format'
  return rule.check(number) ? 'valid' : 'wrong_check_digits'
}

/**
 * Whether a tax number may be right: one that begins as the country's VAT ids do has their format and check digits. Other
 * tax numbers have no common form.
 */
export function isTaxNumberPossible(text: string, country: string): boolean {
  const plain = plainVatId(text)
  const prefix = prefixes[country]
  if (prefix === undefined || !plain.startsWith(prefix)) return true
  return checkVatId(plain, country) === 'valid'
}

interface Rule {
  readonly format: RegExp
  readonly check: (number: string) => boolean
}

const digitsOf = (number: string) => Array.from(number, Number)

/** The sum of digits times weights. */
function weighted(number: string, weights: readonly number[]): number {
  const digits = digitsOf(number)
  return weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0)
}

const last = (number: string) => Number(number.at(-1))

/** Doubles each second digit from the left, from `first` on, and adds the digits of the products. */
function crossSum(digits: readonly number[], first: 0 | 1): number {
  return digits.reduce((sum, digit, at) => {
    const one = at % 2 === first ? 2 * digit : digit
    return sum + (one > 9 ? one - 9 : one)
  }, 0)
}

/** Luhn's check (ISO/IEC 7812): the last digit is the check digit. */
function luhn(number: string): boolean {
  const digits = digitsOf(number)
  return crossSum(digits, digits.length % 2 === 0 ? 0 : 1) % 10 === 0
}

/** ISO 7064, MOD 11,10, of Germany and Croatia. */
function mod11And10(number: string): boolean {
  let product = 10
  for (const digit of digitsOf(number.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10
    product = (2 * sum) % 11
  }
  return (11 - product) % 10 === last(number)
}

/** ISO 7064, MOD 97,10, over letters as 10 to 35. */
function mod97(text: string): number {
  let rest = 0
  for (const sign of text) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

const letters23 = 'TRWAGMYFPDXBNJZSQVHLCKE'
const irishLetters = 'WABCDEFGHIJKLMNOPQRSTUV'

function austria(number: string): boolean {
  const digits = digitsOf(number.slice(1))
  const check = (10 - ((crossSum(digits.slice(0, 7), 1) + 4) % 10)) % 10
  return check === digits[7]
}

function bulgaria(number: string): boolean {
  if (number.length === 10) return bulgarianPerson(number)
  const first = weighted(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
  const second = weighted(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11
  return (first === 10 ? second % 10 : first) === last(number)
}

/** Citizens, foreigners, and others. */
function bulgarianPerson(number: string): boolean {
  const citizen = (weighted(number, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10
  const foreigner = weighted(number, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10
  const other = (11 - (weighted(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return [citizen, foreigner, other].includes(last(number))
}

function cyprus(number: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
  const digits = digitsOf(number.slice(0, 8))
  const sum = digits.reduce(
    (total, digit, at) => total + (at % 2 === 0 ? (odd[digit] ?? 0) : digit),
    0,
  )
  return !number.startsWith('12') && String.fromCharCode(65 + (sum % 26)) === number[8]
}

/** Companies have eight digits; persons nine or ten, of which the birth number of ten is divisible by 11. */
function czechia(number: string): boolean {
  if (number.length === 8) {
    const rest = (11 - (weighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 || 0
    return (rest === 0 ? 1 : rest === 10 ? 0 : rest) === last(number)
  }
  if (number.length === 9) return true
  return Number(number) % 11 === 0
}

function spain(number: string): boolean {
  const start = number[0] ?? ''
  const persons: Record<string, string> = { X: '0', Y: '1', Z: '2', K: '', L: '', M: '' }
  if (/^[0-9XYZKLM]/.test(number)) {
    const digits = (persons[start] ?? start) + number.slice(1, 8)
    return letters23[Number(digits) % 23] === number[8]
  }
  const check = (10 - (crossSum(digitsOf(number.slice(1, 8)), 0) % 10)) % 10
  return number[8] === String(check) || number[8] === 'JABCDEFGHI'[check]
}

/** Old numbers have two digits; new ones may have letters, of which no algorithm is public. */
function france(number: string): boolean {
  const [key, siren] = [number.slice(0, 2), number.slice(2)]
  // Monaco's numbers begin with 000, and are no SIREN.
  if (!siren.startsWith('000') && !luhn(siren)) return false
  if (!/^[0-9]{2}$/.test(key)) return true
  return Number(key) === (12 + 3 * (Number(siren) % 97)) % 97
}

function ireland(number: string): boolean {
  const isOld = /^[0-9][A-Z+*]/.test(number)
  const digits = isOld ? `0${number.slice(2, 7)}${number[0]}` : number.slice(0, 7)
  const suffix = number[8] === undefined || number[8] === 'W' ? 0 : number.charCodeAt(8) - 64
  const sum = weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * suffix
  return irishLetters[sum % 23] === number[7]
}

function lithuania(number: string): boolean {
  const length = number.length - 1
  const weights = (from: number) => Array.from({ length }, (_, at) => ((at + from - 1) % 9) + 1)
  const first = weighted(number, weights(1)) % 11
  const check = first === 10 ? (weighted(number, weights(3)) % 11) % 10 : first
  return check === last(number)
}

/** Companies begin with 4 to 9. Of persons' numbers the new ones (32…) have no public algorithm. */
function latvia(number: string): boolean {
  if (/^[0-3]/.test(number)) return true
  const check = 3 - (weighted(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6]) % 11)
  return (check < -1 ? check + 11 : check) === last(number)
}

/** Companies: MOD 11; sole traders since 2020: MOD 97 over `NL` and the number. */
function netherlands(number: string): boolean {
  const isCompany = weighted(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(number[8])
  return isCompany || mod97(`NL${number}`) === 1
}

function slovenia(number: string): boolean {
  const check = 11 - (weighted(number, [8, 7, 6, 5, 4, 3, 2]) % 11)
  return check !== 11 && check % 10 === last(number)
}

const rules: Readonly<Record<string, Rule>> = {
  AT: { format: /^U[0-9]{8}$/, check: austria },
  BE: {
    format: /^[01][0-9]{9}$/,
    check: (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)),
  },
  BG: { format: /^[0-9]{9,10}$/, check: bulgaria },
  CY: { format: /^[0-9]{8}[A-Z]$/, check: cyprus },
  CZ: { format: /^(?:[0-8][0-9]{7}|[0-9]{9,10})$/, check: czechia },
  DE: { format: /^[1-9][0-9]{8}$/, check: mod11And10 },
  DK: {
    format: /^[1-9][0-9]{7}$/,
    check: (number) => weighted(number, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  EE: {
    format: /^10[0-9]{7}$/,
    check: (number) => weighted(number, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  },
  ES: { format: /^[A-Z0-9][0-9]{7}[A-Z0-9]$/, check: spain },
  FI: {
    format: /^[0-9]{8}$/,
    check: (number) => weighted(number, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
  },
  FR: { format: /^[0-9A-HJ-NP-Z]{2}[0-9]{9}$/, check: france },
  GR: {
    format: /^[0-9]{9}$/,
    check: (number) =>
      (weighted(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(number),
  },
  HR: { format: /^[0-9]{11}$/, check: mod11And10 },
  HU: {
    format: /^[0-9]{8}$/,
    check: (number) => weighted(number, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  },
  IE: { format: /^(?:[0-9]{7}[A-W][A-IW]?|[0-9][A-Z+*][0-9]{5}[A-W])$/, check: ireland },
  IT: { format: /^[0-9]{11}$/, check: luhn },
  LT: { format: /^(?:[0-9]{7}1[0-9]|[0-9]{10}1[0-9])$/, check: lithuania },
  LU: {
    format: /^[0-9]{8}$/,
    check: (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6)),
  },
  LV: { format: /^[0-9]{11}$/, check: latvia },
  MT: {
    format: /^[1-9][0-9]{7}$/,
    check: (number) => weighted(number, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
  },
  NL: { format: /^[0-9]{9}B(?!00)[0-9]{2}$/, check: netherlands },
  PL: {
    format: /^[0-9]{10}$/,
    check: (number) => weighted(number, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(number),
  },
  PT: {
    format: /^[1-9][0-9]{8}$/,
    check: (number) =>
      ((11 - (weighted(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === last(number),
  },
  RO: {
    format: /^[1-9][0-9]{1,9}$/,
    check: (number) =>
      ((10 * weighted(number.slice(0, -1).padStart(9, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) %
        10 ===
      last(number),
  },
  SE: { format: /^[0-9]{10}01$/, check: (number) => luhn(number.slice(0, 10)) },
  SI: { format: /^[1-9][0-9]{7}$/, check: slovenia },
  SK: { format: /^[1-9][0-9][2-47-9][0-9]{7}$/, check: (number) => Number(number) % 11 === 0 },
}
