import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { productPort } from './ports.ts'

const program = fileURLToPath(new URL('../apps/agent/src/main.ts', import.meta.url))

/** Another agent on this computer: to the product it is a separate machine. */
export interface SecondAgent {
  /** Kills the agent at once, as a power cut would. */
  kill(): Promise<void>
  /** Starts the agent again with its identity and data. */
  restart(): void
  [Symbol.asyncDispose](): Promise<void>
}

export function aFolder(name: string): Promise<string> {
  return mkdtemp(path.join(tmpdir(), `gridloom-${name}-`))
}

/** Enrols a machine for the signed-in user, and waits until it may render. */
export async function startSecondAgent(page: Page): Promise<SecondAgent> {
  await page.goto('/machines')
  await page.getByRole('button', { name: 'Add machine' }).first().click()
  const command = await page
    .getByRole('dialog')
    .getByText(/GRIDLOOM_ENROLMENT_TOKEN=/)
    .first()
    .textContent()
  const token = /GRIDLOOM_ENROLMENT_TOKEN=([\w-]+)/.exec(command ?? '')?.[1] ?? ''
  const folder = await aFolder('second')
  const server = `http://localhost:${productPort}`
  const words = ['--server', server, '--data', folder, '--name', 'second']
  const start = () => {
    const agent = spawn(process.execPath, [program, 'run', ...words], {
      stdio: 'ignore',
      // Without a computer id of its own, the server would take it for a restart of the first agent.
      env: { ...process.env, GRIDLOOM_ENROLMENT_TOKEN: token, GRIDLOOM_COMPUTER: folder },
    })
    return { agent, ended: once(agent, 'exit') }
  }
  let running = start()
  await expect(page.getByRole('dialog').getByText('second').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByText('second', { exact: true }).click()
  // It renders the canary, and then the operator’s machine does too: a minute of both cores each, beside another
  // browser.
  await expect(page.getByText('Accepting work')).toBeVisible({ timeout: 300_000 })
  const kill = async () => {
    running.agent.kill('SIGKILL')
    await running.ended
  }
  return {
    kill,
    restart() {
      running = start()
    },
    async [Symbol.asyncDispose]() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
