import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { chainVariables } from '../src/chain/serve-chain.ts'
import { environmentWith } from '../src/config.ts'
import { type ChildProgram, startChildProgram } from './child-program.ts'
import type { DevelopmentConfig } from './config.ts'
import { startReloading } from './reload.ts'

/** The operator's account, and the access code that opens the beta. */
export const operator = { email: 'operator@example.com', password: 'operator of development' }
export const accessCode = 'development'

/** The packages that the control plane is made of. */
const sharedPackages = ['async', 'blend', 'contract', 'domain']

/** The control plane with its embedded database; it restarts when one of its files changes. */
export function startControlPlane(config: DevelopmentConfig): ChildProgram {
  const { root, folder, port, webPort, chainPort, logLevel } = config
  const program = {
    title: 'The control plane',
    args: ['apps/server/src/main.ts'],
    cwd: root,
    env: environmentWith({
      PORT: String(port),
      GRIDLOOM_URL: `http://localhost:${webPort}`,
      GRIDLOOM_DATA: folder,
      GRIDLOOM_ADMIN_EMAIL: operator.email,
      GRIDLOOM_ADMIN_PASSWORD: operator.password,
      GRIDLOOM_ACCESS_CODE: accessCode,
      ...chainVariables(chainPort, folder, 'exact'),
      LOG_LEVEL: logLevel,
    }),
    logFile: path.join(folder, 'server.log'),
    startedText: 'is running at',
  }
  const sources = ['apps/server', ...sharedPackages.map((name) => `packages/${name}`)]
  return startReloading(
    program,
    sources.map((workspace) => path.join(root, workspace, 'src')),
  )
}

/** The chain of deposits and payouts. */
export function startLocalChain({ root, folder, chainPort }: DevelopmentConfig): ChildProgram {
  return startChildProgram({
    title: 'The chain',
    args: ['packages/testkit/dev/chain.ts', String(chainPort), path.join(folder, 'chain.json')],
    cwd: root,
    env: environmentWith({}),
    logFile: path.join(folder, 'chain.log'),
    startedText: 'is running at',
  })
}

/** The web app, which reloads on changes and forwards API calls to the control plane. */
export function startWebApp({ root, folder, port, webPort }: DevelopmentConfig): ChildProgram {
  return startChildProgram({
    title: 'The web app',
    args: [
      path.join(root, 'node_modules/vite/bin/vite.js'),
      '--port',
      `${webPort}`,
      '--strictPort',
    ],
    cwd: path.join(root, 'apps/web'),
    env: environmentWith({ GRIDLOOM_API_URL: `http://127.0.0.1:${port}` }),
    logFile: path.join(folder, 'web.log'),
    startedText: 'ready in',
  })
}

/** @throws Error that names the port and the variable that changes it */
export async function assertPortFree(port: number, variable: string): Promise<void> {
  for (const host of ['127.0.0.1', 'localhost']) {
    const probe = createServer()
    try {
      probe.listen(port, host)
      await once(probe, 'listening')
    } catch (cause) {
      const remedy = `end that program, or set ${variable} to another port`
      throw new Error(`port ${port} is taken by another program: ${remedy}`, { cause })
    } finally {
      probe.close()
    }
  }
}
