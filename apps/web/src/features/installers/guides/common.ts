import type { Guide } from '../guide.ts'

type Named = Guide['steps'][number]

/** The requirement that every system has. */
export const outgoing: Named = {
  name: 'Network',
  text: 'Outbound HTTPS. The agent connects out, so no open ports or router changes are needed.',
}

export const fetchStep: Named = {
  name: 'Downloads',
  text: 'Downloads the agent with its own Node.js (about 45 MB) and verifies this server’s signature. If either fails, nothing is changed.',
}

/** Describes enrolment, with the folder that stores the key. */
export function enrolStep(folder: string): Named {
  return {
    name: 'Registers the machine',
    text: `The agent creates a key in \`${folder}\` that never leaves the machine and exchanges the token for the machine’s identity. The token can’t be used again.`,
  }
}

/** Problems that occur on every system, by the name of the doctor's check. */
export const commonTroubles: readonly Named[] = [
  {
    name: 'disk',
    text: 'Less than 10 GB is free for containers. Run `docker image prune -a` to remove unused images.',
  },
  {
    name: 'server',
    text: 'The machine can’t reach this server. Check the address and that outbound HTTPS is allowed.',
  },
  {
    name: 'key',
    text: 'The machine is not enrolled. Create a new command above and run it. A token works once, within ten minutes.',
  },
  {
    name: 'clock',
    text: 'The machine’s clock is off by more than 5 s. Turn on automatic time.',
  },
]
