import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { AppContainer } from '@gridloom/contract/apps/app-container'
import { builtApps } from '@gridloom/contract/apps/built-apps'
import { noContainerOptions } from '@gridloom/contract/templates/docker-options'
import { recipeImage } from '@gridloom/domain/apps/recipe-image'
import { expect, type Page, test } from '@playwright/test'
import {
  collectExec,
  type DockerManager,
  newInstanceId,
  startDockerManager,
} from '../apps/agent/test/docker-manager.ts'
import { machineSources } from '../apps/agent/test/machine-sources.ts'

const run = promisify(execFile)
/** The folder for pictures; without it there are none. */
const folder = process.env.GRIDLOOM_APPS
/** Takes images that are on the machine as built, for work on these tests. */
const usesHeld = process.env.GRIDLOOM_APPS_HELD === '1'
const buildMs = 1_900_000

test('JupyterLab runs a cell', async ({ page }) => {
  await using app = await launch('jupyterlab')
  await open(page, app.link)
  await page.locator('.jp-LauncherCard', { hasText: 'Python 3 (ipykernel)' }).first().click()
  await page.locator('.jp-Cell .cm-content').first().click()
  await page.keyboard.type('6 * 7')
  await page.keyboard.press('Shift+Enter')
  await expect(page.locator('.jp-OutputArea-output').first()).toContainText('42')
  await app.photograph(page)
})

test('the code editor saves a file and has a terminal', async ({ page }) => {
  await using app = await launch('code-editor')
  await app.run('echo from-outside >/workspace/note.txt')
  await open(page, app.link)
  await page.getByRole('textbox', { name: /password/i }).fill(app.secret)
  await page.keyboard.press('Enter')
  await expect(page.locator('.monaco-workbench')).toBeVisible()
  await page.locator('.explorer-viewlet, .explorer-folders-view').getByText('note.txt').dblclick()
  await page.locator('.monaco-editor .view-lines').first().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('edited')
  await page.keyboard.press('Control+s')
  await expect.poll(() => app.run('cat /workspace/note.txt')).toContain('edited')
  await page.keyboard.press('Control+Backquote')
  await page.locator('.xterm-helper-textarea').first().focus()
  await page.keyboard.type('echo term-$((40+2)) >/workspace/term\n')
  await expect.poll(() => app.run('cat /workspace/term || true')).toBe('term-42\n')
  await app.photograph(page)
})

test('PostgreSQL answers its web console and its clients', async ({ page }) => {
  await using app = await launch('postgresql')
  await open(page, app.link)
  await page.locator('input[name="auth[password]"]').fill(app.secret)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('link', { name: 'SQL command' }).click()
  await page.locator('textarea[name=query], pre[contenteditable]').first().click()
  await page.keyboard.type('select 6 * 7 as answer')
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('#content table').first()).toContainText('42')
  await app.photograph(page)
  const url = `postgresql://app:${app.secret}@127.0.0.1/app?sslmode=require`
  expect(
    await app.run(`psql '${url}' -Atc 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'`),
  ).toBe('t\n')
  const wrong = await app.run(
    "psql 'postgresql://app:wrong@127.0.0.1/app' -c 'select 1' 2>&1 || true",
  )
  expect(wrong).toContain('password authentication failed')
})

test('a static site is served, and shows what is uploaded', async ({ page }) => {
  await using app = await launch('static-site')
  await open(page, app.link)
  await expect(page.getByRole('heading', { name: 'Your site is online' })).toBeVisible()
  await app.photograph(page)
  await app.run("echo '<h1>Uploaded</h1>' >/srv/www/index.html")
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Uploaded' })).toBeVisible()
})

test('Ray runs a task, and its dashboard asks for the token', async ({ page }) => {
  await using app = await launch('ray')
  const code =
    'import ray; ray.init(log_to_driver=False); f = ray.remote(lambda: 42); print(ray.get(f.remote()))'
  expect(await app.run(`python -c '${code}' 2>/dev/null`)).toContain('42')
  await open(page, app.link)
  await page.getByRole('textbox', { name: 'Authentication Token' }).fill(app.secret)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: 'Cluster' }).click()
  await expect(page.getByText('ALIVE').first()).toBeVisible()
  await app.photograph(page)
})

test('Blender draws on a desktop in the browser', async ({ browser }) => {
  await using app = await launch('blender-desktop')
  const credentials = { username: 'blender', password: app.secret }
  const context = await browser.newContext({
    httpCredentials: credentials,
    viewport: { width: 1440, height: 810 },
  })
  const page = await context.newPage()
  await open(page, app.link)
  await expect(page.locator('canvas').first()).toBeVisible()
  await expect.poll(() => app.run('pgrep -c blender || true')).not.toBe('0\n')
  // A click beside the splash closes it. Then the cube of a new scene has the outline of what is selected.
  await expect
    .poll(
      async () => {
        await page.mouse.click(1_000, 690)
        return orangePixels(page)
      },
      { timeout: 180_000, intervals: [5_000] },
    )
    .toBeGreaterThan(100)
  await app.photograph(page)
  expect((await fetch(app.link)).status).toBe(401)
})

test('the chat answers with a model of its image', async ({ browser }) => {
  await using app = await launch('llama-chat')
  const context = await browser.newContext({
    httpCredentials: { username: 'chat', password: app.secret },
  })
  const page = await context.newPage()
  await open(page, app.link)
  await expect(page.getByRole('heading', { name: /SmolLM2/ })).toBeVisible()
  await page.getByLabel('Message').fill('Count from one to ten in words.')
  await page.keyboard.press('Enter')
  await expect(page.locator('article.assistant')).not.toHaveText('…')
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await page.getByLabel('Message').fill('And now goodbye.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  const answers = await page.locator('article.assistant').allTextContents()
  expect(answers).toHaveLength(2)
  for (const answer of answers) expect(answer).not.toMatch(/^(?:…|Stopped|Failed.*)?$/)
  await app.photograph(page)
  expect((await fetch(app.link)).status).toBe(401)
})

/** Chromium gives up when an address of the machine changes, as it does with each container. */
async function open(page: Page, url: string): Promise<void> {
  for (;;) {
    try {
      await page.goto(url)
      return
    } catch (cause) {
      if (!String(cause).includes('ERR_NETWORK_CHANGED')) throw cause
    }
  }
}

interface LaunchedApp extends AsyncDisposable {
  /** The app's page on this machine, with its secrets filled in. */
  link: string
  /** The value of its first secret. */
  secret: string
  run(script: string): Promise<string>
  photograph(page: Page): Promise<void>
}

/** Starts an app by an agent of its own, and prints how long the build and the start took. */
async function launch(name: string): Promise<LaunchedApp> {
  const app = builtApps.find((one) => one.name === name)
  if (app === undefined) throw new Error(`no app ${name}`)
  const held = usesHeld ? [recipeImage(app.name, app.recipe)] : []
  const machine = await startDockerManager(undefined, held, undefined, {
    packageSources: machineSources(),
  })
  const secrets = Object.fromEntries(
    app.secrets.map((key) => [key, randomBytes(16).toString('hex')]),
  )
  const first = specOf(app, secrets)
  const buildS = await ready(machine, first)
  machine.manager.apply({ ...first, generation: 2, desired: 'destroyed' })
  const spec = specOf(app, secrets)
  const startS = await ready(machine, spec)
  const { stdout } = await run('docker', ['image', 'inspect', '-f', '{{.Size}}', spec.image])
  const size = `${Math.round(Number(stdout) / 1e6)} MB`
  process.stdout.write(`${name}: first start ${buildS} s, next start ${startS} s, image ${size}\n`)
  const [link] = app.links
  const server = await forwarded(machine, spec, link?.port ?? 0)
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const filled = (link?.path ?? '/').replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(secrets[key] ?? ''),
  )
  return {
    link: `http://localhost:${port}${filled}`,
    secret: secrets[app.secrets[0] ?? ''] ?? '',
    run: (script) => inside(machine, spec, script),
    photograph: async (page) => {
      if (folder !== undefined) await page.screenshot({ path: path.join(folder, `${name}.png`) })
    },
    [Symbol.asyncDispose]: async () => {
      server.close()
      await machine[Symbol.asyncDispose]()
    },
  }
}

function specOf(app: AppContainer, secrets: Record<string, string>): InstanceSpec {
  return {
    instance_id: newInstanceId(),
    generation: 1,
    desired: 'running',
    restart: 0,
    restart_policy: 'never',
    image: recipeImage(app.name, app.recipe),
    recipe: app.recipe,
    launch_mode: app.launch_mode,
    on_start_script: app.on_start_script,
    env: { ...app.env, ...secrets },
    ports: app.ports,
    readiness: app.readiness,
    vcpus: 2,
    memory_mib: app.needs.memory_mib,
    disk_gb: app.needs.disk_gb,
    gpu_uuids: [],
    isolation: 'required',
    authorized_keys: [],
    snapshot: null,
    volumes: [],
    options: noContainerOptions,
    arguments: [],
    cluster: null,
    registry_login: null,
  }
}

/** Returns the seconds that it took. */
async function ready({ manager, report }: DockerManager, spec: InstanceSpec): Promise<number> {
  const begun = performance.now()
  manager.apply(spec)
  const state = () => {
    const { ready, reason, phase } = report(spec.instance_id)
    if (phase === 'failed') throw new Error(reason?.text)
    return ready
  }
  await expect.poll(state, { timeout: buildMs, intervals: [100] }).toBe(true)
  return Math.round((performance.now() - begun) / 100) / 10
}

/** The browser of tests reaches this machine only: connections to the port go on by the agent. */
async function forwarded(
  { manager }: DockerManager,
  spec: InstanceSpec,
  port: number,
): Promise<Server> {
  const server = createServer(async (socket) => {
    socket.on('error', () => undefined)
    try {
      const far = await manager.dial(spec.instance_id, port, AbortSignal.timeout(10_000))
      await Promise.all([pipeline(socket, far), pipeline(far, socket)])
    } catch {
      // @NOTE a browser that closes a connection early is no failure
      socket.destroy()
    }
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return server
}

async function inside(
  { manager }: DockerManager,
  spec: InstanceSpec,
  script: string,
): Promise<string> {
  const command: [string, ...string[]] = ['sh', '-c', script]
  const messages = manager.exec(
    spec.instance_id,
    { command, timeout_s: 120 },
    AbortSignal.timeout(130_000),
  )
  return (await collectExec(messages)).stdout
}

/** Counts the pixels of Blender's colour of selected objects. */
function orangePixels(page: Page): Promise<number> {
  return page
    .locator('canvas')
    .first()
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0
      const image = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
      const data = image?.data ?? new Uint8ClampedArray()
      let count = 0
      for (let at = 0; at + 2 < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
        if (red > 220 && green > 130 && green < 180 && blue < 90) count += 1
      }
      return count
    })
}
