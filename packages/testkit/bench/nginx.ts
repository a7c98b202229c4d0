import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { unpackPackages } from '../src/debian-packages.ts'
import { freePort } from '../src/free-ports.ts'

const run = promisify(execFile)

/** nginx of Debian's packages, unpacked and not installed. */
export interface Nginx {
  /** Makes an image that serves `files` at `port`; the names are paths, the values sizes in bytes. */
  origin(options: OriginOptions): Promise<{ image: string } & AsyncDisposable>
  /** Starts a reverse proxy in front of `host:port`. */
  proxy(to: { host: string; port: number }): Promise<NginxProxy>
}

export interface OriginOptions {
  port: number
  files: Readonly<Record<string, number>>
}

export interface NginxProxy extends AsyncDisposable {
  port: number
  /** Its master and its workers. */
  pids: readonly number[]
}

const startLimitMs = 10_000

/** Fetches nginx into a folder. @throws where Debian's packages cannot be had, or their libraries are missing here */
export async function fetchNginx(folder: string): Promise<Nginx> {
  await mkdir(folder, { recursive: true })
  await unpackPackages(folder, ['nginx'])
  const program = path.join(folder, 'usr/sbin/nginx')
  await run(program, ['-v'])
  return {
    origin: (options) => makeOrigin(folder, options),
    proxy: (to) => startProxy(program, { folder, to }),
  }
}

/** An image of nothing but nginx, its libraries and the files: `root` keeps it from becoming another user. */
async function makeOrigin(
  folder: string,
  { port, files }: OriginOptions,
): Promise<{ image: string } & AsyncDisposable> {
  const image = `gridloom-bench/nginx:${process.pid}`
  const root = path.join(folder, 'image')
  const named = (name: string) => path.join(root, name)
  for (const name of ['etc/nginx', 'srv', 'tmp', 'var/lib/nginx', 'run'])
    await mkdir(named(name), { recursive: true })
  await writeFile(named('etc/passwd'), 'root:x:0:0::/:/\n')
  await writeFile(named('etc/group'), 'root:x:0:\n')
  for (const [name, bytes] of Object.entries(files))
    await writeFile(named(`srv/${name}`), Buffer.alloc(bytes, 'a'))
  await writeFile(
    named('etc/nginx/nginx.conf'),
    `daemon off; user root root; worker_processes 1; pid /tmp/nginx.pid; error_log stderr;
    events { worker_connections 256; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
      server { listen ${port}; root /srv; }
    }\n`,
  )
  const script = `set -e; cp usr/sbin/nginx image/nginx
    for library in $(ldd usr/sbin/nginx | grep -o '/[^ ]*'); do cp -L --parents "$library" image; done
    tar -C image -c . | docker import --change 'ENTRYPOINT ["/nginx", "-c", "/etc/nginx/nginx.conf"]' - "$1"`
  await run('bash', ['-o', 'pipefail', '-c', script, 'bash', image], { cwd: folder })
  return {
    image,
    async [Symbol.asyncDispose]() {
      await run('docker', ['rmi', '-f', image])
    },
  }
}

interface ProxyOptions {
  folder: string
  to: { host: string; port: number }
}

/** Debian's settings of workers and buffers, with connections to the origin kept, as those of port addresses are. */
async function startProxy(program: string, { folder, to }: ProxyOptions): Promise<NginxProxy> {
  const port = await freePort()
  const own = path.join(folder, 'proxy')
  await mkdir(own, { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${own}/${name};`)
    .join(' ')
  const config = path.join(own, 'nginx.conf')
  await writeFile(
    config,
    `daemon off; user root; worker_processes auto; pid ${own}/nginx.pid; error_log stderr;
    events { worker_connections 768; }
    http {
      ${temporary}
      access_log off; tcp_nopush on; keepalive_requests 1000000000;
      upstream origin { server ${to.host}:${to.port}; keepalive 32; keepalive_requests 1000000000; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://origin; proxy_http_version 1.1;
          proxy_set_header Connection ""; proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }
      }
    }\n`,
  )
  const child = spawn(program, ['-e', 'stderr', '-c', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const over = once(child, 'exit')
  const stop = async () => {
    child.kill()
    await over
  }
  try {
    await untilAnswered(port)
    return { port, pids: await familyOf(child.pid), [Symbol.asyncDispose]: stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

async function untilAnswered(port: number): Promise<void> {
  const untilMs = performance.now() + startLimitMs
  while (performance.now() < untilMs) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer !== undefined) return
    await delay(50)
  }
  throw new Error('nginx did not start')
}

async function familyOf(pid: number | undefined): Promise<readonly number[]> {
  if (pid === undefined) return []
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}
