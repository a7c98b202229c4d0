import type { HostSystem } from '../../shared/machines/enrol-command.tsx'

/** Text with `code` between backticks, as {@link file://./coded.tsx} renders it. */
export type TextWithCode = string

interface Named {
  name: string
  text: TextWithCode
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
  limits: readonly TextWithCode[]
  /** Where to run the command. */
  where: TextWithCode
  /** Returns the command with a placeholder for the token. */
  template: (url: string) => string
  /** The script that the command downloads, linked for review. */
  script: '/install.sh' | '/install.ps1'
  /** Optional flags of the command. */
  also: TextWithCode
  steps: readonly Named[]
  doctor: string
  log: string
  upgrade: TextWithCode
  troubles: readonly Named[]
  undo: (url: string) => string
  undone: TextWithCode
}

/** The placeholder for the token until one is created. */
export const tokenPlace = 'YOUR-ONE-TIME-TOKEN'
