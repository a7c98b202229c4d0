import { describe, expect, it } from 'vitest'
import { anEmail, deadPort, startInbox } from '../../../test/inbox.ts'
import { AddressRefused, type OutgoingEmail } from './mail.ts'
import { smtpDriver } from './smtp.ts'

const never = new AbortController().signal

describe('a delivered email', () => {
  it('has both parts, each complete', async () => {
    const [message] = await delivered(
      anEmail({ text: 'Grüße — ein Wort\nund 100 %\n', html: '<p>Grüße <b>€</b></p>' }),
    )
    expect(linesOf(message?.text)).toEqual(['Grüße — ein Wort', 'und 100 %'])
    expect(message?.html?.trim()).toBe('<p>Grüße <b>€</b></p>')
    expect(headerOf(message, 'content-type')).toMatch(/^multipart\/alternative/)
  })

  it('has sender, recipient, id, date, and the header of automatic mail', async () => {
    const [message] = await delivered(anEmail())
    expect(message).toMatchObject({
      from: { name: 'Gridloom', address: 'no-reply@gridloom.example' },
      to: [{ address: 'ada@example.com' }],
      recipients: ['ada@example.com'],
      messageId: '<letter-of-a-test@gridloom.example>',
    })
    expect(headerOf(message, 'auto-submitted')).toBe('auto-generated')
    expect(Number.isNaN(Date.parse(message?.date ?? ''))).toBe(false)
  })

  it('keeps a long subject beyond ASCII', async () => {
    const subject = `Ваш код — 認証コード ✓ ${'ß'.repeat(120)}`
    expect((await delivered(anEmail({ subject })))[0]?.subject).toBe(subject)
  })

  it('keeps lines that begin with a dot', async () => {
    const [message] = await delivered(anEmail({ text: '.\n..two\nend\n' }))
    expect(linesOf(message?.text)).toEqual(['.', '..two', 'end'])
  })
})

it('sends nothing when the address or subject would inject a header', async () => {
  await using inbox = await startInbox()
  await using driver = smtpDriver(inbox.url)
  for (const parts of [
    { to: 'ada@example.com\r\nBcc: eve@example.com' },
    { to: 'ada@example.com, eve@example.com' },
    { subject: 'Hello\r\nBcc: eve@example.com' },
  ])
    await expect(driver.deliver(anEmail(parts), never)).rejects.toThrow(TypeError)
  expect(inbox.tries()).toBe(0)
})

it('sends several emails concurrently', async () => {
  await using inbox = await startInbox()
  await using driver = smtpDriver(inbox.url)
  const ids = Array.from({ length: 12 }, (_, i) => `letter-${i}`)
  await Promise.all(ids.map((id) => driver.deliver(anEmail({ id }), never)))
  const arrived = inbox.emails.map(({ messageId }) => messageId)
  expect(arrived.toSorted()).toEqual(ids.map((id) => `<${id}@gridloom.example>`).toSorted())
})

describe('a reply of the mail server', () => {
  it('throws AddressRefused for a permanently rejected address', async () => {
    await using inbox = await startInbox({ answer: () => ({ code: 550, to: 'recipient' }) })
    await using driver = smtpDriver(inbox.url)
    await expect(driver.deliver(anEmail(), never)).rejects.toBeInstanceOf(AddressRefused)
  })

  it.each([
    { code: 450, to: 'recipient' },
    { code: 451, to: 'data' },
    { code: 554, to: 'data' },
  ] as const)('treats $code to the $to as a temporary failure', async (answer) => {
    await using inbox = await startInbox({ answer: () => answer })
    await using driver = smtpDriver(inbox.url)
    const failure = await driver.deliver(anEmail(), never).catch((error: unknown) => error)
    expect(failure).toMatchObject({ responseCode: answer.code })
    expect(failure).not.toBeInstanceOf(AddressRefused)
  })

  it('fails when no server listens, and works again once one does', async () => {
    const port = await deadPort()
    await using driver = smtpDriver(`smtp://127.0.0.1:${port}`)
    await expect(driver.deliver(anEmail(), never)).rejects.toThrow()
    await using inbox = await startInbox({ port })
    await driver.deliver(anEmail(), never)
    expect(inbox.emails).toHaveLength(1)
  })
})

describe('credentials', () => {
  it('are taken from the address, decoded, and never shown', async () => {
    const credentials = { user: 'post@gridloom', pass: 'p:/?#ä' }
    await using inbox = await startInbox({ credentials })
    await using driver = smtpDriver(withCredentials(inbox.url, credentials))
    await driver.deliver(anEmail(), never)
    expect(inbox.emails).toHaveLength(1)
    expect(driver.where).toBe(`smtp://127.0.0.1:${inbox.port}`)
  })

  it('that are wrong fail the attempt', async () => {
    await using inbox = await startInbox({ credentials: { user: 'post', pass: 'right' } })
    await using driver = smtpDriver(withCredentials(inbox.url, { user: 'post', pass: 'wrong' }))
    await expect(driver.deliver(anEmail(), never)).rejects.toMatchObject({ responseCode: 535 })
  })
})

it('sends no credentials unencrypted beyond this machine', async () => {
  const credentials = { user: 'post', pass: 'right' }
  await using inbox = await startInbox({ credentials })
  // The same server by an address that does not look like this machine.
  const elsewhere = inbox.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  await using driver = smtpDriver(withCredentials(elsewhere, credentials))
  await expect(driver.deliver(anEmail(), never)).rejects.toMatchObject({ code: 'ETLS' })
  expect(inbox.tries()).toBe(0)
})

it('rejects an untrusted certificate', async () => {
  await using inbox = await startInbox({ secure: 'yes' })
  await using driver = smtpDriver(inbox.url.replace('smtp:', 'smtps:'))
  await expect(driver.deliver(anEmail(), never)).rejects.toThrow(/certificate/)
  expect(inbox.emails).toEqual([])
})

it.each([
  ['smtp://mail.example', 'smtp://mail.example:587'],
  ['smtps://user:secret@mail.example', 'smtps://mail.example:465'],
  ['smtp://[::1]:2525', 'smtp://[::1]:2525'],
])('shows, for %s, the destination %s', (address, where) => {
  expect(smtpDriver(address).where).toBe(where)
})

it('stops at once when aborted', async () => {
  await using inbox = await startInbox()
  await using driver = smtpDriver(inbox.url)
  await expect(driver.deliver(anEmail(), AbortSignal.abort())).rejects.toThrow()
  expect(inbox.emails).toEqual([])
})

/** The emails that a real server has after one delivery. */
async function delivered(message: OutgoingEmail) {
  await using inbox = await startInbox()
  await using driver = smtpDriver(inbox.url)
  await driver.deliver(message, never)
  return inbox.emails
}

function headerOf(
  message: { headers: readonly { key: string; value: string }[] } | undefined,
  key: string,
): string | undefined {
  return message?.headers.find((header) => header.key === key)?.value
}

function linesOf(text: string | undefined): string[] | undefined {
  return text?.trimEnd().split(/\r?\n/)
}

function withCredentials(address: string, { user, pass }: { user: string; pass: string }): string {
  return address.replace('//', `//${encodeURIComponent(user)}:${encodeURIComponent(pass)}@`)
}
