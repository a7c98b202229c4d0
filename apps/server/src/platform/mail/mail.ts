/** An email to one address, in both forms. No part of it may be logged: it may contain a one-time code. */
export interface EmailMessage {
  /** One bare address. */
  to: string
  subject: string
  text: string
  html: string
  attachment?: MailAttachment | undefined
}

/** A file that goes with an email. */
export interface MailAttachment {
  /** A plain file name, such as `INV-2026-00001.pdf`. */
  name: string
  mediaType: string
  bytes: Buffer
}

/** An email as a driver receives it. */
export interface OutgoingEmail extends EmailMessage {
  /** The same for every attempt; becomes the Message-ID. */
  id: string
  /** `Name <address>`, or a bare address. */
  from: string
}

/** Delivers emails. Disposing it closes its connections. */
export interface MailDriver {
  /**
   * Resolves once the next mail server has accepted the email, and rejects when the signal aborts.
   * @throws {AddressRefused} when a retry is of no use; every other error may be temporary
   */
  deliver(message: OutgoingEmail, signal: AbortSignal): Promise<void>
  /** The destination of emails for display, without credentials. */
  readonly where: string
  [Symbol.asyncDispose](): Promise<void>
}

/** The mail server permanently rejected the address (a 5xx reply to RCPT TO, RFC 5321 §4.2.1). */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/** One address: no list, no quotes, no comment, and nothing that could start another header. */
const oneAddress = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()\\,;"]+$/u
const oneLine = /^\P{Cc}+$/u

/**
 * Checks that the address and subject of an email cannot inject recipients or headers.
 * @throws {TypeError} when the address is not one address, or the subject is not one line
 */
export function checkEmailMessage({ to, subject }: EmailMessage): void {
  if (!oneAddress.test(to)) throw new TypeError('an email goes to one bare address')
  if (!oneLine.test(subject)) throw new TypeError('the subject of an email is one line')
}

/** Returns the message for nodemailer in both drivers: both parts, and the headers of automatic mail (RFC 3834). */
export function mimeOf({ id, from, to, subject, text, html, attachment }: OutgoingEmail) {
  return {
    messageId: `<${id}@${domainOf(from)}>`,
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(attachment && {
      attachments: [
        {
          filename: attachment.name,
          contentType: attachment.mediaType,
          content: attachment.bytes,
        },
      ],
    }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Returns the domain of an address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).replace(/>\s*$/, '')
}
