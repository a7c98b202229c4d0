import { domainToASCII } from 'node:url'
import { emailKey } from './email-key.ts'

/** Providers that deliver several spellings to one mailbox, beyond case and `+tags`. */
interface EmailFamily {
  /** Domains that are one; the first stands for all. */
  readonly domains: readonly [string, ...string[]]
  /** Characters of the local part that they ignore. */
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
 * The mailbox that an address leads to, as far as its spelling tells: without case, `+tag` and what its provider
 * ignores, the domain in its ASCII form. For counting mailboxes, never for sending or signing in. Pure.
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
