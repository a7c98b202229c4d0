import type { ErrorTexts } from '../core/error-texts.ts'

export const portsErrors = {
  tcp_ports_unavailable: {
    status: 409,
    text: 'This installation offers no public TCP ports. Forward the port with gridloom forward, or over SSH.',
  },
  tcp_ports_exhausted: {
    status: 503,
    text: 'All public TCP ports are in use. Try again later, or forward the port with gridloom forward.',
  },
} as const satisfies ErrorTexts
