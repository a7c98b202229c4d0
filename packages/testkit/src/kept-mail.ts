import type { MailDriver, SignedLetter } from '@gridloom/server/platform/mail/mail'

/** Delivers into a list, for a test to read what would have arrived. */
export interface KeptMail extends MailDriver {
  /** Letters that were delivered, the newest last. */
  readonly letters: readonly SignedLetter[]
}

export function keptMail(): KeptMail {
  const letters: SignedLetter[] = []
  return {
    letters,
    where: 'a list',
    async deliver(letter) {
      letters.push(letter)
    },
    [Symbol.asyncDispose]: async () => {},
  }
}
