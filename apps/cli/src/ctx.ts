import type { Client } from '@gridloom/client/calls'
import type { Command } from 'commander'
import type { CredentialFile } from './credential-file.ts'
import type { Host } from './host/host.ts'
import type { Output } from './output/output.ts'

/** The context of a command; created for each run of the program. */
export interface Ctx {
  client: Client
  serverUrl: string
  credentials: CredentialFile
  output: Output
  host: Host
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** Creates the context from the options that every command shares. */
export type Open = (command: Command) => Ctx
