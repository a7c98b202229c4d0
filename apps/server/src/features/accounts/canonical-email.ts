import { domainToASCII } from 'node:url'
import { emailKey } from './email-key.ts'

/** A provider that delivers several spellings to one mailbox, beyond case and `+tags`. */
interface EmailFamily {
  /** Equivalent domains; the first is the canonical one. */
  readonly domains: readonly [string, ...string[]]
  /** Characters of the local part that the provider ignores. */
  readonly ignored: RegExp
}

/**
 * Sources: support.google.com/mail/answer/7436150 (dots), proton.me/support/creating-aliases (dots, hyphens,
 * underscores; its domains), support.apple.com/en-us/102540 (iCloud's domains), yandex.com/support/mail (its domains).
 */
const families: readonly EmailFamily[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignored: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignored: /[._-]/g },
  { domains: ['icloud.com', 'me.com', 'mac.com'], ignored: /(?!)/g },
  {
    domains: ['yandex.ru', 'yandex.com', 'ya.ru', 'yandex.by', 'yandex.kz', 'yandex.com.tr'],
    ignored: /[.-]/g,
  },
]

/**
 * The canonical spelling of an address, for counting mailboxes: without case, `+tag` and the characters that its
 * provider ignores, and with its domain in ASCII form. Never for sending or signing in. Pure.
 */
export function canonicalEmail(email: string): string {
  const key = emailKey(email).normalize('NFKC')
  const at = key.lastIndexOf('@')
  const typed = key.slice(at + 1).replace(/\.+$/, '')
  const domain = domainToASCII(typed) || typed
  const family = families.find(({ domains }) => domains.includes(domain))
  const untagged = key.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const local = family === undefined ? untagged : untagged.replace(family.ignored, '')
  return `${local}@${family?.domains[0] ?? domain}`
}
