import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { OutgoingEmail } from '../src/platform/mail/mail.ts'

/** A real mail server on this machine that stores received emails; dispose it with `await using`. */
export interface Inbox {
  url: string
  port: number
  /** Accepted emails, in order, as a mail program parses them. */
  emails: Received[]
  /** The number of delivery attempts. */
  tries(): number
  [Symbol.asyncDispose](): Promise<void>
}

export interface Received extends Email {
  /** The envelope's recipients. */
  recipients: string[]
}

interface InboxOptions {
  /** Any free port by default. */
  port?: number
  /** The reply to the nth attempt, 1 for the first; `undefined` accepts the email. */
  answer?: (nth: number) => { code: number; to: 'recipient' | 'data' } | undefined
  /** Awaited once an accepted email is stored, before its sender gets the reply. */
  beforeReply?: () => Promise<void>
  credentials?: { user: string; pass: string }
  /** Uses TLS from the first byte, with an untrusted certificate. */
  secure?: 'yes'
}

export async function startInbox(options: InboxOptions = {}): Promise<Inbox> {
  const emails: Received[] = []
  let tries = 0
  const refusal = (to: 'recipient' | 'data') => {
    const answer = options.answer?.(tries)
    if (answer?.to !== to) return null
    return Object.assign(new Error('as the test asked'), { responseCode: answer.code })
  }
  const server = new SMTPServer({
    ...doorOf(options),
    onRcptTo(_address, _session, done) {
      tries += 1
      done(refusal('recipient'))
    },
    onData(stream, { envelope }, done) {
      const take = async () => {
        const message = await PostalMime.parse(await buffer(stream))
        const refused = refusal('data')
        const recipients = envelope.rcptTo.map(({ address }) => address)
        if (refused === null) {
          emails.push({ ...message, recipients })
          await options.beforeReply?.()
        }
        done(refused)
      }
      take().catch(done)
    },
  })
  const port = await listen(server, options.port ?? 0)
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    emails,
    tries: () => tries,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Returns a port on which nothing listens. */
export async function deadPort(): Promise<number> {
  await using inbox = await startInbox()
  return inbox.port
}

/** An email with defaults for all parts that a test leaves out. */
export function anEmail(parts: Partial<OutgoingEmail> = {}): OutgoingEmail {
  return {
    id: 'letter-of-a-test',
    from: 'Gridloom <no-reply@gridloom.example>',
    to: 'ada@example.com',
    subject: 'Your code',
    text: 'It is 123456.\n',
    html: '<p>It is <b>123456</b>.</p>',
    ...parts,
  }
}

function doorOf({ credentials, secure }: InboxOptions): SMTPServerOptions {
  return {
    secure: secure === 'yes',
    logger: false,
    closeTimeout: 100,
    disabledCommands: credentials === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const known = username === credentials?.user && password === credentials?.pass
      done(known ? null : new Error('not known'), { user: username })
    },
  }
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const listening = server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject)
      // Some tests are about a client that hangs up midway.
      server.on('error', () => undefined)
      const address = listening.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}
