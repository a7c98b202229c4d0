import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Where `script/dev` runs and what it listens on. */
export interface DevelopmentConfig {
  /** The root of the repository. */
  root: string
  /** The folder for everything that it stores. */
  folder: string
  /** The port of the control plane. */
  port: number
  /** The port of Vite, which serves the web app. */
  webPort: number
  /** The port of the local chain. */
  chainPort: number
  logLevel: string
}

const Port = z.coerce.number('must be a port number').int().min(1).max(65_535)
const Variables = z.object({
  PORT: Port.default(3000),
  WEB_PORT: Port.default(5173),
  CHAIN_PORT: Port.default(8545),
  GRIDLOOM_DATA: z.string().min(1).default('.data-dev'),
  LOG_LEVEL: z.string().default('warn'),
})

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** @throws Error that names each wrong variable */
export function readDevelopmentConfig(environment = process.env): DevelopmentConfig {
  const parsed = Variables.safeParse(environment)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new Error(problems.join('; '))
  }
  const { PORT: port, WEB_PORT: webPort, CHAIN_PORT: chainPort } = parsed.data
  const { GRIDLOOM_DATA: folder, LOG_LEVEL: logLevel } = parsed.data
  return { root, folder: path.resolve(root, folder), port, webPort, chainPort, logLevel }
}
