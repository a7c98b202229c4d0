import type { Guide } from '../guide.ts'

type Named = Guide['steps'][number]

/** What every system needs. */
export const outgoing: Named = {
  name: 'Network',
  text: 'Outgoing HTTPS is enough. The agent dials out; no port is opened and no router is touched.',
}

export const fetchStep: Named = {
  name: 'Downloads',
  text: 'It fetches the agent, packed with a Node.js of its own (about 45 MB), and checks that this server signed it. A download that breaks off, or that another key has signed, leaves everything as it was.',
}

/** What enrolling does, and where the key is kept. */
export function enrolStep(folder: string): Named {
  return {
    name: 'Enrols',
    text: `The agent makes a key in \`${folder}\` that never leaves the machine, and trades the token for the machine’s identity. The token is used up by that.`,
  }
}

/** What can be wrong on any system, by the name that the doctor gives it. */
export const commonTroubles: readonly Named[] = [
  {
    name: 'disk',
    text: 'Less than 10 GB are free for containers. `docker image prune -a` removes images that nothing uses.',
  },
  {
    name: 'server',
    text: 'This server is not reached from the machine. Check the address and that outgoing HTTPS is let through.',
  },
  {
    name: 'key',
    text: 'The machine is not enrolled. Make a new command above and run it; a token is good once, for ten minutes.',
  },
  {
    name: 'clock',
    text: 'The machine’s clock is off by more than 5 s. Let the system set it by itself.',
  },
]
