import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { ClusterId, InstanceId, MachineId, OfferId, QuoteId, TemplateId } from '../core/ids.ts'
import { MicroUsd, MicroUsdPerHour, Timestamp } from '../core/values.ts'
import { AutomationSettings } from '../instances/automation.ts'
import { InstanceState, RestartPolicy } from '../instances/instance.ts'
import { Environment } from '../templates/container-fields.ts'
import { TemplateFields } from '../templates/template.ts'
import { ClusterName, clusterLimits } from './network.ts'

/**
 * `starting`: until all nodes are ready for the first time. `impaired`: some node is not ready. `stopped`: all nodes are
 * stopped, with their disks. `failed`: a node did not start in time, so that all were destroyed.
 */
export const ClusterState = z.enum([
  'starting',
  'running',
  'impaired',
  'stopped',
  'failed',
  'destroyed',
])
export type ClusterState = z.infer<typeof ClusterState>

/** Why a cluster did not start. `node_changed`: its renter stopped or destroyed a node meanwhile. */
export const ClusterFailureCode = z.enum([
  'node_failed',
  'machine_lost',
  'node_changed',
  'timed_out',
])
export type ClusterFailureCode = z.infer<typeof ClusterFailureCode>

export const ClusterFailure = z.strictObject({
  code: ClusterFailureCode,
  /** The first node that it was about. */
  rank: z.int(),
  /** What its machine said. */
  text: z.string().nullable(),
})
export type ClusterFailure = z.infer<typeof ClusterFailure>

/** An instance of a cluster. */
export const ClusterMember = z.strictObject({
  rank: z.int(),
  /** As the others call it, beside `NAME-RANK`. */
  host: z.string().meta({ examples: ['node-0'] }),
  address: z.string().meta({ examples: ['10.203.0.1'] }),
  instance_id: InstanceId,
  label: z.string().meta({ examples: ['training-0'] }),
  state: InstanceState,
  ready: z.boolean(),
  machine_id: MachineId,
  machine_name: z.string(),
  running_micro_usd_per_hour: MicroUsdPerHour,
  cost_micro_usd: MicroUsd,
})
export type ClusterMember = z.infer<typeof ClusterMember>

/** The bytes of one TCP connection between two nodes, as one of them received them. */
export const ClusterThroughput = z.strictObject({
  from: z.int(),
  to: z.int(),
  /** `false`: both are on one machine, and nothing went over the internet. */
  between_machines: z.boolean(),
  bytes: z.int(),
  bytes_per_s: z.int(),
  measured_at: Timestamp,
})
export type ClusterThroughput = z.infer<typeof ClusterThroughput>

/** Instances with one private network, ordered together: all of them, or none. */
export const Cluster = z.strictObject({
  id: ClusterId,
  name: z.string().meta({ examples: ['training'] }),
  state: ClusterState,
  failure: ClusterFailure.nullable(),
  nodes: z.array(ClusterMember),
  /** Set while it starts: then all of its nodes must be ready. */
  start_by: Timestamp.nullable(),
  created_at: Timestamp,
  ready_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  /** The last measurement. */
  throughput: ClusterThroughput.nullable(),
})
export type Cluster = z.infer<typeof Cluster>

const NodeOrder = z.strictObject({ offer_id: OfferId, quote_id: QuoteId.optional() })

/**
 * An order of a cluster. Its nodes get their ranks in the order given; several may be of one offer. Either `template_id`
 * or `template` defines what each runs.
 */
export const NewCluster = z
  .strictObject({
    name: ClusterName,
    nodes: z.array(NodeOrder).min(clusterLimits.nodesMin).max(clusterLimits.nodesMax),
    /** Of each node, as the disk, the environment and the settings. */
    slots: z.int().min(1).max(limits.slotsPerInstance).default(1),
    template_id: TemplateId.optional(),
    template: TemplateFields.optional(),
    disk_gb: z.int().min(limits.diskGbMin).max(limits.diskGbMax),
    env: Environment.default({}),
    restart_policy: RestartPolicy.default('on_machine_restart'),
    automation: AutomationSettings.optional(),
    /** How long all nodes together may take to start; then those that did are destroyed too. */
    start_minutes: z
      .int()
      .min(clusterLimits.startMinutesMin)
      .max(clusterLimits.startMinutesMax)
      .default(15),
    /** The price of all nodes together that the caller was shown: a higher one is refused. */
    running_micro_usd_per_hour_max: MicroUsdPerHour.optional(),
  })
  .refine((order) => (order.template_id === undefined) !== (order.template === undefined), {
    message: 'give either template_id or template',
    path: ['template_id'],
  })
export type NewCluster = z.infer<typeof NewCluster>

/** The direction to measure. */
export const MeasureThroughput = z.strictObject({ from: z.int().min(0), to: z.int().min(0) })
export type MeasureThroughput = z.infer<typeof MeasureThroughput>
