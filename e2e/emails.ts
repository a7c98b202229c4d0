import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'

/** The folder where the product under test stores the emails that it would have sent. */
const outbox = path.join(process.env.GRIDLOOM_E2E_DATA ?? '', 'outbox')

/** The emails to an address so far, oldest first, as the content of their files. */
export async function emailsTo(email: string): Promise<string[]> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const emails = await Promise.all(
    names.toSorted().map((name) => readFile(path.join(outbox, name), 'utf8')),
  )
  return emails.filter((message) => message.includes(`To: ${email}`))
}

/** The six digits of the newest email to an address, once there are more than `after` emails with a code. */
export async function codeFor(email: string, after = 0): Promise<string> {
  let codes: string[] = []
  await expect(async () => {
    codes = (await emailsTo(email)).flatMap(
      (message) => /^ {4}(\d{6})\r?$/m.exec(message)?.[1] ?? [],
    )
    expect(codes.length).toBeGreaterThan(after)
  }).toPass({ timeout: 30_000 })
  return codes.at(-1) ?? ''
}
