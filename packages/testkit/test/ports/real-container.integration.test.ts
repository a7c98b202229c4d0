import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, it } from 'vitest'
import { type Product, startProduct } from '../../src/product.ts'
import { execute } from '../using-instances.ts'
import { signInTo } from './ports-site.ts'

const mib = 1024 * 1024

/** BusyBox's web server, with a program that hashes what it receives. */
const script = `mkdir -p /srv/www/cgi-bin
echo '<title>BusyBox</title>' > /srv/www/index.html
printf '#!/bin/sh\\nprintf "Content-Type: text/plain\\\\r\\\\n\\\\r\\\\n"\\nhead -c "$CONTENT_LENGTH" | sha256sum\\n' > /srv/www/cgi-bin/sum
chmod +x /srv/www/cgi-bin/sum
busybox httpd -f -p 8080 -h /srv/www &
`

it('carries 100 MiB each way to a server in a real container, byte for byte', {
  timeout: 180_000,
}, async () => {
  await using product = await startProduct({ driver: 'docker' })
  const { renter } = product
  const { id } = await product.order({
    disk_gb: 2,
    template: {
      image_path_with_tag: 'gridloom/base:latest',
      ports: [8080, 9090],
      on_start_script: script,
      readiness: { kind: 'http', port: 8080, path: '/', timeout_s: 60 },
    },
  })
  await product.untilInstance(id, ({ ready }) => ready)
  const params = { id }
  const [address] = await renter.ports.list({ params })
  const host = new URL(address?.url ?? '').hostname
  expect(await renter.ports.answer({ params: { id, port: 8080 } })).toMatchObject({
    kind: 'http',
    status: 200,
    title: 'BusyBox',
  })
  expect(await renter.ports.answer({ params: { id, port: 9090 } })).toEqual({ kind: 'nothing' })
  const cookie = await signInTo(product, { client: renter, host })
  await execute(renter, id, ['dd', 'if=/dev/urandom', 'of=/srv/www/big', 'bs=1M', 'count=100'])
  const { stdout } = await execute(renter, id, ['sha256sum', '/srv/www/big'])
  expect(await downloaded(product, { host, cookie })).toBe(stdout.split(' ')[0])
  const { sent, answered } = await uploaded(product, { host, cookie })
  expect(answered.split(' ')[0]).toBe(sent)

  const nothing = await visit(product, { host: host.replace('8080', '9090'), cookie: '' })
  expect(nothing.statusCode).toBe(401)
  const other = host.replace('8080', '9090')
  const theirs = await signInTo(product, { client: renter, host: other })
  const shown = await visit(product, { host: other, cookie: theirs })
  expect(shown.statusCode).toBe(502)
  expect(await text(shown)).toContain('These ports answer:')
})

interface AtAddress {
  host: string
  cookie: string
}

async function visit(product: Product, { host, cookie }: AtAddress): Promise<IncomingMessage> {
  const { port } = new URL(product.server.url)
  const headers = { host, cookie, accept: 'text/html', 'sec-fetch-mode': 'cors' }
  const sent = httpRequest({ port, host: '127.0.0.1', headers }).end()
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (answer === undefined) throw new Error('no response')
  return answer
}

async function downloaded(product: Product, { host, cookie }: AtAddress): Promise<string> {
  const { port } = new URL(product.server.url)
  const asked = httpRequest({ port, host: '127.0.0.1', path: '/big', headers: { host, cookie } })
  const startedMs = performance.now()
  asked.end()
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of answer ?? []) {
    bytes += part.length
    hash.update(part)
  }
  note('down', performance.now() - startedMs)
  expect(bytes).toBe(100 * mib)
  return hash.digest('hex')
}

async function uploaded(product: Product, { host, cookie }: AtAddress) {
  const { port } = new URL(product.server.url)
  const block = randomBytes(mib)
  const hash = createHash('sha256')
  for (let count = 0; count < 100; count++) hash.update(block)
  const put = httpRequest({
    ...{ port, host: '127.0.0.1', method: 'POST', path: '/cgi-bin/sum' },
    headers: { host, cookie, 'content-length': 100 * mib },
  })
  const answering = once(put, 'response')
  const startedMs = performance.now()
  await pipeline(Readable.from(Array.from({ length: 100 }, () => block)), put)
  const [answer]: IncomingMessage[] = await answering
  const answered = answer === undefined ? '' : await text(answer)
  note('up', performance.now() - startedMs)
  return { sent: hash.digest('hex'), answered }
}

function note(way: string, ms: number): void {
  const rate = Math.round((100 / ms) * 1_000)
  process.stderr.write(`100 MiB ${way} through a port address: ${rate} MiB/s\n`)
}
