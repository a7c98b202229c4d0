import { get } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { edgePid } from '../../src/edge-process.ts'
import { type Product, startProduct } from '../../src/product.ts'
import { type SshClient, startSshClient } from '../../src/ssh-client.ts'

const page = '<title>Hello from an instance</title>'

let product: Product
let ssh: SshClient
let label: string
beforeAll(async () => {
  product = await startProduct({ driver: 'docker', edge: 'on', toolbox: 'own' })
  ssh = await startSshClient(product)
  const { id } = await product.order({
    label: 'web',
    template: {
      image_path_with_tag: 'gridloom/base:latest',
      ports: [8080],
      on_start_script: `mkdir /www; echo '${page}' > /www/index.html; httpd -p 8080 -h /www`,
    },
  })
  await product.untilInstance(id, ({ ready }) => ready)
  await product.renter.ports.change({ params: { id, port: 8080 }, body: { access: 'public' } })
  const [address] = await product.renter.ports.list({ params: { id } })
  label = new URL(address?.url ?? '').hostname
}, 120_000)
afterAll(async () => {
  await ssh?.[Symbol.asyncDispose]()
  await product?.[Symbol.asyncDispose]()
})

it('serves port addresses at the console’s own port, and at the apps server’s', async () => {
  const console = Number(new URL(product.server.url).port)
  const apps = product.server.appsPort
  expect(apps).toBeTypeOf('number')
  for (const port of [console, apps ?? 0]) expect(await read(port)).toContain(page)
})

it('runs in a process of its own, which is started again when it was killed', async () => {
  const before = await edgePid()
  process.kill(before, 'SIGKILL')
  await expect.poll(edgePid, { timeout: 20_000 }).not.toBe(before)
  await expect
    .poll(async () => (await product.renter.system.config()).ssh?.port, { timeout: 20_000 })
    .toBeTypeOf('number')
  const { ssh: gateway } = await product.renter.system.config()
  expect(gateway?.public_key).toBeTruthy()
  await expect
    .poll(() => read(product.server.appsPort ?? 0).catch(() => ''), { timeout: 20_000 })
    .toContain(page)
})

function read(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = get(
      { host: '127.0.0.1', port, headers: { host: `${label}:${port}` } },
      (answer) => {
        let text = ''
        answer.on('data', (part) => (text += part))
        answer.once('end', () => resolve(text))
        answer.once('error', reject)
      },
    )
    asked.once('error', reject)
  })
}
