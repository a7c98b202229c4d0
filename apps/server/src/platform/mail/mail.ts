/** An email to one address, both forms of it. Nothing of it may be logged: it may hold a one-time code. */
export interface EmailMessage {
  /** One bare address. */
  to: string
  subject: string
  text: string
  html: string
}

/** An email as a driver gets it. */
export interface OutgoingEmail extends EmailMessage {
  /** Stays the same from try to try, and becomes the Message-ID. */
  id: string
  /** `Name <address>`, or a bare address. */
  from: string
}

/** Takes emails out of the house. Disposing it closes its connections. */
export interface MailDriver {
  /**
   * Resolves once the email is in the next one's hands, and rejects when the signal aborts.
   * @throws {AddressRefused} when trying again is of no use; every other error may pass
   */
  deliver(message: OutgoingEmail, signal: AbortSignal): Promise<void>
  /** The destination of emails, without credentials, to be shown. */
  readonly where: string
  [Symbol.asyncDispose](): Promise<void>
}

/** The mail server refused the address for good (a 5xx answer to RCPT TO, RFC 5321 §4.2.1). */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/** One address: no list, no quotes, no comment, and nothing that could begin another header. */
const oneAddress = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()\\,;"]+$/u
const oneLine = /^\P{Cc}+$/u

/**
 * Lets an email pass that says what it seems to say.
 * @throws {TypeError} when the address is not one address, or the subject is not one line
 */
export function checkEmailMessage({ to, subject }: EmailMessage): void {
  if (!oneAddress.test(to)) throw new TypeError('a letter goes to one bare address')
  if (!oneLine.test(subject)) throw new TypeError('the subject of a letter is one line')
}

/** What both drivers hand to nodemailer: both parts, and the headers of mail that a program sends (RFC 3834). */
export function mimeOf({ id, from, to, subject, text, html }: OutgoingEmail) {
  return {
    messageId: `<${id}@${domainOf(from)}>`,
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The domain of an address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).replace(/>\s*$/, '')
}
