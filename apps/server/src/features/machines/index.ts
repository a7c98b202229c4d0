export {
  appliesContainerOptions,
  buildsRecipes,
  holdsImage,
  sealKeysOf,
} from './abilities-store.ts'
export { lockOwnedMachine, refuseWhileRented } from './change-machine.ts'
export { countOnline } from './count-online-store.ts'
export { createEnrolmentToken } from './create-enrolment-token.ts'
export { machinesFeature } from './feature.ts'
export { listMeasuredGpus } from './gpu-benchmarks-store.ts'
export { type CountedHour, listCountedHours } from './heartbeats-store.ts'
export { leaveMarket, leaveMarketWithAll } from './leave-market.ts'
export { listEveryMachine, readAnyMachine } from './list-every-machine.ts'
export { noSuchMachine, readMachine, requireOwnMachine } from './list-machines.ts'
export { gpusMeasured, machineMeasured, machineReduced } from './machine-events.ts'
export { type ConnectedMachine, listConnected, machineFacts } from './machines-store.ts'
export { measureNetwork } from './measure-network.ts'
export { clearStopOverdue, markStopOverdue } from './overdue-stops.ts'
export { publishMachine } from './publish-machine.ts'
