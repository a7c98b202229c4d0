import type { MailDriver, OutgoingEmail } from '@gridloom/server/platform/mail/mail'

/** Delivers into a list, for a test to read what would have arrived. */
export interface KeptMail extends MailDriver {
  /** Letters that were delivered, the newest last. */
  readonly emails: readonly OutgoingEmail[]
}

/** `publish` hears of each letter too. */
export function keptMail(publish: (message: OutgoingEmail) => void = () => {}): KeptMail {
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
