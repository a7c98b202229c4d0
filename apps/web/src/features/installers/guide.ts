import type { HostSystem } from '../../shared/machines/enrol-command.tsx'

/** Text with `code` between backticks; see {@link file://./coded.tsx}. */
export type Coded = string

interface Named {
  name: string
  text: Coded
}

/** One guide: everything that differs from system to system. */
export interface Guide {
  system: HostSystem
  path: '/how-to-host' | '/how-to-host/windows' | '/how-to-host/mac'
  /** What the tab says. */
  name: string
  lead: string
  needs: readonly Named[]
  /** What does not work there, said before anything is installed. */
  limits: readonly Coded[]
  /** Where the command is run. */
  where: Coded
  /** The command with a stand-in for the token. */
  template: (url: string) => string
  /** The script that the command fetches, for reading first. */
  script: '/install.sh' | '/install.ps1'
  /** Words to add to the command, and what for. */
  also: Coded
  steps: readonly Named[]
  doctor: string
  log: string
  upgrade: Coded
  troubles: readonly Named[]
  undo: (url: string) => string
  undone: Coded
}

/** Stands for the token until there is one. */
export const tokenPlace = 'YOUR-ONE-TIME-TOKEN'
