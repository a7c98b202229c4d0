import type { MailDriver, OutgoingEmail } from '@gridloom/server/platform/mail/mail'

/** Delivers into a list, which tests read. */
export interface StoredMail extends MailDriver {
  /** Delivered emails, newest last. */
  readonly emails: readonly OutgoingEmail[]
}

/** `publish` is called for each email too. */
export function keptMail(publish: (message: OutgoingEmail) => void = () => {}): StoredMail {
  const emails: OutgoingEmail[] = []
  return {
    emails,
    where: 'a list',
    async deliver(message) {
      emails.push(message)
      publish(message)
    },
    [Symbol.asyncDispose]: async () => {},
  }
}
