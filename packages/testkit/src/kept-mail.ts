import type { MailDriver, SignedLetter } from '@gridloom/server/platform/mail/mail'

/** Delivers into a list, for a test to read what would have arrived. */
export interface KeptMail extends MailDriver {
  /** Letters that were delivered, the newest last. */
  readonly letters: readonly SignedLetter[]
}

/** `tell` hears of each letter too. */
export function keptMail(tell: (letter: SignedLetter) => void = () => {}): KeptMail {
  const letters: SignedLetter[] = []
  return {
    letters,
    where: 'a list',
    async deliver(letter) {
      letters.push(letter)
      tell(letter)
    },
    [Symbol.asyncDispose]: async () => {},
  }
}
