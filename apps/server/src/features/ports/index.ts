export { portAccessControl, portDial } from './access-control.ts'
export type { PortsCtx } from './ctx.ts'
export { portsFeature } from './feature.ts'
export type { PortAddresses } from './port-addresses.ts'
