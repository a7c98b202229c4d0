import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from '@gridloom/client/calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { destroyed, operatorByApi, run } from './operator-api.ts'
import { operator, signIn } from './people.ts'

/** The folder for the pictures; without it the test does not run, as it takes minutes and the internet. */
const folder = process.env.GRIDLOOM_JUPYTER
const port = 8888
/** Debian's mirror and PyPI send 250 MB. */
const installMs = 900_000
const rented: InstanceId[] = []

/** An unmodified JupyterLab from PyPI, started as its documentation says, in an instance of the Debian template. */
test('JupyterLab from PyPI is used through its address, with its kernel over WebSocket', async ({
  page,
}) => {
  test.skip(folder === undefined, 'GRIDLOOM_JUPYTER names no folder for its pictures')
  test.setTimeout(installMs + 300_000)
  const client = await operatorByApi()
  const id = await test.step('rent Debian, with a declared port', () => rentDebian(client))
  const token = await test.step('install JupyterLab from PyPI', async () => {
    await trustLikeThisMachine(client, id)
    await run(client, id, installation)
    return (await run(client, id, start)).trim()
  })
  const url = await addressOf(client, id)

  const lab = await test.step('open its address from the console, signed in', async () => {
    await signIn(page, operator)
    await page.goto(`/instance/myinstance/${id}?tab=ports`)
    await expect(page.getByText(/^HTTP \d+$/).first()).toBeVisible({ timeout: 60_000 })
    await photograph(page, 'ports')
    const opening = page.context().waitForEvent('page')
    await page.getByRole('link', { name: `Open port ${port}` }).click()
    return opening
  })
  const sockets: string[] = []
  lab.on('websocket', (socket) => sockets.push(socket.url()))

  await test.step('sign in to JupyterLab itself, with its token', async () => {
    await lab.getByLabel('Password or token:').fill(token)
    await lab.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(card(lab, 'Python 3 (ipykernel)')).toBeVisible({ timeout: 60_000 })
    expect(new URL(lab.url()).origin).toBe(url)
  })
  await test.step('run a cell, whose kernel answers over WebSocket', async () => {
    await card(lab, 'Python 3 (ipykernel)').click()
    await lab.locator('.jp-Cell .cm-content').first().click()
    await lab.keyboard.type('import platform; print(platform.node(), 6 * 7)')
    await lab.keyboard.press('Shift+Enter')
    await expect(lab.locator('.jp-OutputArea-output').first()).toContainText(' 42')
    await photograph(lab, 'notebook')
    const kernel = sockets.find((one) => /\/api\/kernels\/[\w-]+\/channels/.test(one)) ?? ''
    expect(new URL(kernel).host).toBe(new URL(url).host)
  })
  await test.step('work in its terminal', async () => {
    await lab.locator('.lm-TabBar-addButton:visible').first().click()
    await card(lab, 'Terminal').click()
    await lab.locator('.jp-Terminal .xterm-helper-textarea').focus()
    await lab.keyboard.type('echo from-$((40+2)) >/root/proof\n')
    await expect.poll(() => run(client, id, 'cat /root/proof || true')).toBe('from-42\n')
    await photograph(lab, 'terminal')
  })
})

test.afterEach(async () => {
  for (const id of rented.splice(0)) await destroyed(await operatorByApi(), id)
})

/** A card of JupyterLab's launcher, the first with this text. */
function card(lab: Page, text: string): Locator {
  return lab.locator('.jp-LauncherCard', { hasText: text }).first()
}

async function rentDebian(client: Client): Promise<InstanceId> {
  const { offers } = await client.market.search({ query: { page_size: 1 } })
  const [offer] = offers
  if (offer === undefined) throw new Error('no offer')
  const { instance } = await client.instances.order({
    body: {
      offer_id: offer.id,
      disk_gb: 5,
      label: `jupyter-${Date.now()}`,
      template: {
        image_path_with_tag: 'gridloom/base:debian',
        ports: [port],
        readiness: { kind: 'exec', command: ['/bin/true'], timeout_s: 60 },
      },
    },
  })
  const { id } = instance
  rented.push(id)
  await expect
    .poll(async () => (await client.instances.read({ params: { id } })).state, {
      timeout: installMs,
    })
    .toBe('running')
  return id
}

/** Where this machine reaches PyPI by a mirror with a certificate of its own, the instance has to trust it too. */
async function trustLikeThisMachine(client: Client, id: InstanceId): Promise<void> {
  const { PIP_CERT: file, PIP_INDEX_URL: index } = process.env
  const lines = ['[global]', ...(index === undefined ? [] : [`index-url = ${index}`])]
  const params = { id }
  if (file !== undefined) {
    const text = await readFile(file, 'utf8')
    await client.files.write({ params, body: { path: '/root/ca.pem', text, expected: null } })
    lines.push('cert = /root/ca.pem')
  }
  const text = `${lines.join('\n')}\n`
  await client.files.write({ params, body: { path: '/etc/pip.conf', text, expected: null } })
}

const installation = `set -e; export DEBIAN_FRONTEND=noninteractive
apt-get update -qq && apt-get install -qqy --no-install-recommends python3-venv >/dev/null
python3 -m venv /opt/jupyter && /opt/jupyter/bin/pip install --quiet jupyterlab`

/** Starts it in the background, and prints the token that it made for itself. */
const start = `cd /root; setsid /opt/jupyter/bin/jupyter lab --ip 0.0.0.0 --no-browser --allow-root \\
  >/var/log/jupyter.log 2>&1 </dev/null &
until grep -q 'token=' /var/log/jupyter.log; do sleep 0.5; done
sed -n 's/.*token=\\([0-9a-f]*\\).*/\\1/p' /var/log/jupyter.log | head -1`

async function addressOf(client: Client, id: InstanceId): Promise<string> {
  const [address] = await client.ports.list({ params: { id } })
  if (address?.url === null || address === undefined) throw new Error('no address')
  return address.url
}

async function photograph(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(folder ?? '', `${name}.png`) })
}
