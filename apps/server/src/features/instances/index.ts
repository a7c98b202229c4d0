export { nextTime, problemOfCron } from './automation/cron.ts'
export { readSavings } from './automation/read-savings.ts'
export { settingsForSuccessor } from './automation/settings-of.ts'
export { balanceLow } from './balance-low.ts'
export { markConnected } from './connections/mark-connected.ts'
export type { InstancesCtx } from './ctx.ts'
export { destroyLocked } from './destroy-instance.ts'
export { closedByFault, closedNormally, enterBySocket } from './enter-by-socket.ts'
export { enterInstance } from './enter-instance.ts'
export { type PastEvent, readHistory } from './events/events-store.ts'
export {
  businessEventOf,
  instanceDestroyed,
  instanceEvents,
  instanceFailed,
  instanceReady,
} from './events/instance-events.ts'
export { instancesFeature } from './feature.ts'
export {
  countOtherProviders,
  findInstance,
  findInstances,
  labelOfInstance,
  listInClusters,
  listOnMachine,
  lockInCluster,
  lockInstance,
  updateInstance,
} from './instances-store.ts'
export { joinSocket } from './join-socket.ts'
export { orderPlaced } from './order-events.ts'
export { orderedBefore, orderInstance, placeOrder } from './order-instance.ts'
export { type AppOrder, type OrderedTemplate, orderedTemplate } from './order-template.ts'
export {
  instanceConflict,
  lockOwnedInstance,
  noSuchInstance,
  ownedInstance,
  refuseMoving,
} from './owned-instance.ts'
export { publishInstance } from './publish-instance.ts'
export { isSettled, readInstanceReceipt } from './read-instance-receipt.ts'
export type { InstanceRow, InstanceTemplate } from './schema.ts'
export { sendSpecSoon } from './send-spec.ts'
export { setDesiredState } from './set-desired-state.ts'
export { showInstances } from './show-instances.ts'
export { startAgain } from './start-again.ts'
export { startLocked } from './start-instance.ts'
export { stopLocked } from './stop-instance.ts'
export { countRentedWithTemplates } from './template-rentals-store.ts'
