import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { InstanceId } from '@gridloom/contract/core/ids'
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { settled } from './looks.ts'
import { destroyed, operatorByApi, run } from './operator-api.ts'
import { operator, signIn } from './people.ts'

/** The folder for screenshots, such as `apps/web/public/apps/screenshots`; without it there are none. */
const folder = process.env.GRIDLOOM_APPS
const buildMs = 1_900_000

test('JupyterLab runs a cell', async ({ page: console }) => {
  await using app = await launch(console, 'jupyterlab')
  const { page } = app
  await page.locator('.jp-LauncherCard', { hasText: 'Python 3 (ipykernel)' }).first().click()
  // A cell that is run before the kernel has started is dropped.
  await expect(page.getByText('Python 3 (ipykernel) | Idle')).toBeVisible()
  await page.locator('.jp-Cell .cm-content').first().click()
  await page.keyboard.type('6 * 7')
  await page.keyboard.press('Shift+Enter')
  await expect(page.locator('.jp-OutputArea-output').first()).toContainText('42')
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await app.photograph()
})

test('the code editor saves a file and has a terminal', async ({ page: console }) => {
  await using app = await launch(console, 'code-editor')
  const { page } = app
  await app.run('echo from-outside >/workspace/note.txt')
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
  await app.photograph()
})

test('PostgreSQL answers its web console and its clients', async ({ page: console }) => {
  await using app = await launch(console, 'postgresql')
  const { page } = app
  await page.locator('input[name="auth[password]"]').fill(app.secret)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('link', { name: 'SQL command' }).click()
  await page.locator('textarea[name=query], pre[contenteditable]').first().click()
  await page.keyboard.type('select 6 * 7 as answer')
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('#content table').first()).toContainText('42')
  await app.photograph()
  const url = `postgresql://app:${app.secret}@127.0.0.1/app?sslmode=require`
  expect(
    await app.run(`psql '${url}' -Atc 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'`),
  ).toBe('t\n')
  const wrong = await app.run(
    "psql 'postgresql://app:wrong@127.0.0.1/app' -c 'select 1' 2>&1 || true",
  )
  expect(wrong).toContain('password authentication failed')
})

test('a static site is served, and shows what is uploaded', async ({ page: console }) => {
  await using app = await launch(console, 'static-site')
  const { page } = app
  await expect(page.getByRole('heading', { name: 'Your site is online' })).toBeVisible()
  await app.photograph()
  await app.run("echo '<h1>Uploaded</h1>' >/srv/www/index.html")
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Uploaded' })).toBeVisible()
})

test('Ray runs a task, and its dashboard asks for the token', async ({ page: console }) => {
  await using app = await launch(console, 'ray')
  const { page } = app
  const code =
    'import ray; ray.init(log_to_driver=False); f = ray.remote(lambda: 42); print(ray.get(f.remote()))'
  expect(await app.run(`python -c '${code}' 2>/dev/null`)).toContain('42')
  await page.getByRole('textbox', { name: 'Authentication Token' }).fill(app.secret)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: 'Cluster' }).click()
  await expect(page.getByText('ALIVE').first()).toBeVisible()
  await app.photograph()
})

test('Blender draws on a desktop in the browser', async ({ page: console }) => {
  await using app = await launch(console, 'blender-desktop')
  const { page } = app
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
  await app.photograph()
  expect(await statusWithoutLogin(page, app.link)).toBe(401)
})

test('the chat answers with a model of its image', async ({ page: console }) => {
  await using app = await launch(console, 'llama-chat')
  const { page } = app
  await expect(page.getByRole('heading', { name: /SmolLM2/ })).toBeVisible()
  await page.getByLabel('Message').fill('What is the capital of France?')
  await page.keyboard.press('Enter')
  await expect(page.locator('article.assistant')).not.toHaveText('…')
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await page.getByLabel('Message').fill('And now goodbye.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  const answers = await page.locator('article.assistant').allTextContents()
  expect(answers).toHaveLength(2)
  for (const answer of answers) expect(answer).not.toMatch(/^(?:…|Stopped|Failed.*)?$/)
  await app.photograph()
  expect(await statusWithoutLogin(page, app.link)).toBe(401)
})

interface LaunchedApp extends AsyncDisposable {
  /** The app's page, in a window that has its login where it asks by HTTP. */
  page: Page
  /** The address of its page. */
  link: string
  /** Its password; empty where the address has it. */
  secret: string
  run(script: string): Promise<string>
  photograph(): Promise<void>
}

/** Launches an app from the store twice, and prints how long the build and the start took. */
async function launch(console: Page, slug: string): Promise<LaunchedApp> {
  const client = await operatorByApi()
  await signIn(console, operator)
  const first = await launchOnce(console, slug)
  await destroyed(client, first.id)
  const { id, seconds } = await launchOnce(console, slug)
  process.stdout.write(`${slug}: first start ${first.seconds} s, next start ${seconds} s\n`)
  const login = await loginOf(console)
  const link = await hrefOf(console.getByRole('link', { name: 'Open', exact: true }))
  const context = await contextOf(console, login)
  const page = await context.newPage()
  await page.goto(link)
  return {
    ...{ page, link, secret: login.password },
    run: (script) => run(client, id, script),
    photograph: async () => {
      if (folder === undefined) return
      await page.screenshot({ path: path.join(folder, `${slug}.jpg`), type: 'jpeg', quality: 80 })
    },
    [Symbol.asyncDispose]: async () => {
      await context.close()
      await destroyed(client, id)
    },
  }
}

/** Launches an app by its page, on the best machine, and waits for Open. */
async function launchOnce(page: Page, slug: string): Promise<{ id: InstanceId; seconds: number }> {
  await page.goto(`/appStore/${slug}`)
  await settled(page)
  await page.getByRole('button', { name: 'Launch' }).click()
  const dialog = page.getByRole('dialog')
  const launching = dialog.getByRole('button', { name: /^Launch for \$/ })
  await expect(launching).toBeEnabled()
  const begun = performance.now()
  await launching.click()
  await expect(dialog.getByRole('link', { name: 'Open', exact: true })).toBeVisible({
    timeout: buildMs,
  })
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  const href = await hrefOf(dialog.getByRole('link', { name: 'the instance’s page' }))
  return { id: InstanceId.parse(href.split('/').at(-1)), seconds }
}

interface Login {
  username: string
  password: string
}

/** Reads the login that the dialog shows; empty where there is none. */
async function loginOf(page: Page): Promise<Login> {
  const login = page.getByRole('dialog').getByLabel(/^Login of /)
  if ((await login.count()) === 0) return { username: '', password: '' }
  await login.getByRole('button', { name: 'Show password' }).click()
  const password = login.locator('code').last()
  await expect(password).not.toContainText('•')
  const texts = await login.locator('code').allTextContents()
  return { username: texts.length > 1 ? (texts[0] ?? '') : '', password: texts.at(-1) ?? '' }
}

/** A window of the same browser, signed in to the console, that answers a request for a login by HTTP. */
async function contextOf(page: Page, { username, password }: Login): Promise<BrowserContext> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('the page has no browser')
  return browser.newContext({
    viewport: { width: 1440, height: 810 },
    storageState: await page.context().storageState(),
    ...(username === '' ? {} : { httpCredentials: { username, password } }),
  })
}

async function hrefOf(link: Locator): Promise<string> {
  const href = await link.getAttribute('href')
  if (href === null) throw new Error('the link leads nowhere')
  return href
}

/** Asks for the page with the browser's session of the port, and without the app's own login. */
async function statusWithoutLogin(page: Page, link: string): Promise<number | undefined> {
  const { host, port, pathname } = new URL(link)
  const cookies = await page.context().cookies(link)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const request = get({ host: '127.0.0.1', port, path: pathname, headers: { host, cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
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
