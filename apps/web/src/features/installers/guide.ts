import type { HostSystem } from '../../shared/machines/enrol-command.tsx'

/** Text with `code` between backticks, as {@link file://./coded.tsx} renders it. */
export type Coded = string

interface Named {
  name: string
  text: Coded
}

/** The texts of a guide that differ by operating system. */
export interface Guide {
  system: HostSystem
  path: '/how-to-host' | '/how-to-host/windows' | '/how-to-host/mac'
  /** The label of the tab. */
  name: string
  lead: string
  needs: readonly Named[]
  /** Known limitations of the system, shown before the install command. */
  limits: readonly Coded[]
  /** Where to run the command. */
  where: Coded
  /** Returns the command with a placeholder for the token. */
  template: (url: string) => string
  /** The script that the command downloads, linked for review. */
  script: '/install.sh' | '/install.ps1'
  /** Optional flags of the command. */
  also: Coded
  steps: readonly Named[]
  doctor: string
  log: string
  upgrade: Coded
  troubles: readonly Named[]
  undo: (url: string) => string
  undone: Coded
}

/** The placeholder for the token until one is created. */
export const tokenPlace = 'YOUR-ONE-TIME-TOKEN'
