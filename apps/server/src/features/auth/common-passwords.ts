import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { product } from '@gridloom/contract/core/product'
import { z } from 'zod'

/**
 * Whether attackers try this password first: one of the nearly 18,000 most common ones of eight characters or more
 * (zxcvbn's list, MIT), or the product's name, the account's email address or the part before its @, also surrounded by
 * digits and symbols; all without regard to case. The list is read at the first call and takes about 2 MB. Source:
 * OWASP ASVS 5.0, 6.2.4 and 6.2.11.
 */
export function isCommonPassword(password: string, account: { email?: string } = {}): boolean {
  const folded = fold(password)
  common ??= readList()
  return common.has(folded) || namesSomebody(folded, account.email)
}

/** Shorter passwords are rejected for their length. */
const lengthMin = 8

let common: ReadonlySet<string> | undefined

function readList(): ReadonlySet<string> {
  const require = createRequire(import.meta.url)
  const file = require.resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const all = z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
  return new Set(all.filter(({ length }) => length >= lengthMin).map(fold))
}

function namesSomebody(folded: string, email: string | undefined): boolean {
  const address = fold(email?.trim() ?? '')
  const names = [fold(product.name), address, address.split('@')[0] ?? '']
  return names.some((name) => name !== '' && (name === folded || sameCore(name, folded)))
}

/** Whether two texts have the same core. A text without letters has none and matches no other. */
function sameCore(one: string, other: string): boolean {
  const core = coreOf(one)
  return core !== '' && core === coreOf(other)
}

/** The core of a text, from its first to its last alphabetic character. */
function coreOf(text: string): string {
  return text.replace(/^\P{L}+/u, '').replace(/\P{L}+$/u, '')
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
