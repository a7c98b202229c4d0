import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from '../clock.ts'
import { checkLetter, type MailDriver, mimeOf } from './mail.ts'

interface Options {
  /** Made when the first letter comes, for its owner's eyes alone. */
  folder: string
  clock: Clock
}

/**
 * Where no mail server is configured: each letter becomes a file `<time>-<id>.eml` (RFC 5322), which mail programs
 * open. A file appears whole or not at all.
 */
export function outboxDriver({ folder, clock }: Options): MailDriver {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    where: folder,
    async deliver(letter, signal) {
      checkLetter(letter)
      const now = clock.now()
      const { message } = await transport.sendMail({ ...mimeOf(letter), date: now, signal })
      const name = `${now.toISOString().replace(/[:.]/g, '-')}-${letter.id.slice(0, 12)}.eml`
      const draft = path.join(folder, `.${name}.part`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(draft, message, { mode: 0o600 })
      await rename(draft, path.join(folder, name))
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}
