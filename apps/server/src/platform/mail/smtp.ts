import { createTransport } from 'nodemailer'
import { AddressRefused, checkEmailMessage, type MailDriver, mimeOf } from './mail.ts'

const connectTimeoutMs = 10_000
/** How long the server may be silent during a session. */
const idleTimeoutMs = 30_000
const connectionsMax = 3

/**
 * Delivers over pooled connections to the server of an `smtp://` or `smtps://` address, with credentials in the
 * address. `smtp://` is upgraded by STARTTLS where the server offers it, and must be where credentials would leave this
 * machine; certificates are verified.
 */
export function smtpDriver(address: string): MailDriver {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  const port = Number(url.port) || (secure ? 465 : 587)
  const credentials = credentialsIn(url)
  const transport = createTransport({
    pool: true,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    secure,
    requireTLS: credentials !== undefined && !secure && !isLoopback(url.hostname),
    ...(credentials === undefined ? {} : { auth: credentials }),
    maxConnections: connectionsMax,
    // The queue retries; here a broken connection is a failed attempt.
    maxRequeues: 0,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: idleTimeoutMs,
  })
  return {
    where: `${url.protocol}//${url.hostname}:${port}`,
    async deliver(message, signal) {
      checkEmailMessage(message)
      try {
        await transport.sendMail({ ...mimeOf(message), signal })
      } catch (error) {
        throw refusedForGood(error)
          ? new AddressRefused('the mail server refuses this address', { cause: error })
          : error
      }
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}

function credentialsIn(url: URL): { user: string; pass: string } | undefined {
  if (url.username === '') return undefined
  return { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}

/** Whether the server permanently rejected the recipient. */
function refusedForGood(error: unknown): boolean {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false
  const { command, responseCode } = error
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
}
