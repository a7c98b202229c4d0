import { Instance } from '@gridloom/contract/instances/instance'
import { Receipt } from '@gridloom/contract/instances/receipt'
import { Balance } from '@gridloom/contract/ledger/balance'
import { Machine } from '@gridloom/contract/machines/machine'
import { Offer } from '@gridloom/contract/market/offer'
import { OfferFacts } from '@gridloom/contract/market/offer-facts'
import { Quote } from '@gridloom/contract/market/quote'
import { Template } from '@gridloom/contract/templates/template'

const at = '2026-11-21T09:00:00.000Z'

/** An id that ends in `end`, as tables show it, which has at most eight characters. */
export function idEndingIn(prefix: string, end: string): string {
  return `${prefix}_${end.padStart(26, '0')}`
}

/** Parsed, so that a sample which violates the contract fails the test that uses it. */
export function anInstance(change: Readonly<Record<string, unknown>> = {}): Instance {
  return Instance.parse({
    id: idEndingIn('ins', 'aaaa1111'),
    label: 'trial',
    project: null,
    note: '',
    state: 'running',
    desired: 'running',
    ready: true,
    reason: null,
    progress: null,
    generation: 1,
    observed_generation: 1,
    machine_id: idEndingIn('mch', 'cccc3333'),
    machine_name: 'tower',
    last_seen_at: at,
    template_name: 'Debian',
    template: { id: idEndingIn('tpl', 'eeee5555'), version: '1' },
    app: null,
    links: [],
    image: 'debian:12',
    ports: [80],
    env: { MODE: 'fast' },
    restart_policy: 'on_machine_restart',
    slots: 1,
    gpu_model: null,
    vcpus: 2,
    memory_mib: 4096,
    disk_gb: 20,
    volumes: [],
    reservation_id: null,
    running_micro_usd_per_hour: 42_000,
    stopped_micro_usd_per_hour: 2_000,
    bid: null,
    cost_micro_usd: 1_234,
    held_micro_usd: 10_500,
    ready_s: 105,
    charging: { since: at, cause: 'ready' },
    created_at: at,
    ready_at: at,
    stopped_at: null,
    destroyed_at: null,
    automation: {
      budget_micro_usd: null,
      stop_at: null,
      stop_after_s: null,
      stop_idle: null,
      schedule: null,
      next_stop: null,
      next_start_at: null,
      postponed_until: null,
      start_blocked: null,
    },
    disk_kept_until: null,
    cluster: null,
    moving: false,
    ...change,
  })
}

export function anOffer(change: Readonly<Record<string, unknown>> = {}): Offer {
  return Offer.parse({
    id: idEndingIn('ofr', 'bbbb2222'),
    machine_id: idEndingIn('mch', 'cccc3333'),
    machine_name: 'tower',
    kind: 'cpu',
    gpu_model: null,
    vram_mib: null,
    cpu_model: 'AMD EPYC 9354 32-Core Processor',
    vcpus: 2,
    memory_mib: 4096,
    disk_free_gb: 120,
    slots_total: 4,
    slots_free: 3,
    availability: 'free',
    rented_since: null,
    slot_micro_usd_per_hour: 20_000,
    memory_gib_micro_usd_per_hour: 2_000,
    disk_gb_micro_usd_per_hour: 100,
    stopped_disk_gb_micro_usd_per_hour: 100,
    price_micro_usd_per_hour: 28_000,
    bid_price_micro_usd_per_hour: null,
    price_days: [],
    measured: [{ kind: 'network_down_mbps', value: 931.26, measured_at: at, under_load: false }],
    images: [],
    isolated: true,
    uptime_percent: null,
    uptime_hours: [],
    last_seen_at: at,
    facts: unknownFacts(),
    trust_score: null,
    reservation_terms: null,
    ...change,
  })
}

/** Facts of an offer about which nothing is known. */
function unknownFacts() {
  const names = Object.keys(OfferFacts.shape)
  return Object.fromEntries(names.map((name) => [name, name === 'model' ? [] : null]))
}

export function aQuote(change: Readonly<Record<string, unknown>> = {}): Quote {
  return Quote.parse({
    id: idEndingIn('quo', 'dddd4444'),
    offer_id: idEndingIn('ofr', 'bbbb2222'),
    slots: 1,
    disk_gb: 20,
    lines: [
      { kind: 'slot', text: 'CPU slot', quantity: 1, unit: 'slot', micro_usd_per_hour: 20_000 },
      { kind: 'memory', text: 'Memory', quantity: 4, unit: 'GiB', micro_usd_per_hour: 8_000 },
      { kind: 'disk', text: 'Disk', quantity: 20, unit: 'GB', micro_usd_per_hour: 2_000 },
    ],
    running_micro_usd_per_hour: 30_000,
    stopped_micro_usd_per_hour: 2_000,
    hold_micro_usd: 7_500,
    available_micro_usd: 5_000_000,
    lasts_s: 600_000,
    image_held: true,
    expires_at: at,
    ...change,
  })
}

export function aTemplate(change: Readonly<Record<string, unknown>> = {}): Template {
  return Template.parse({
    id: idEndingIn('tpl', 'eeee5555'),
    name: 'debian',
    template_name: 'Debian',
    version: '1',
    description: 'A plain Debian.',
    template_type: 'predefined',
    public_template: false,
    template_code: null,
    template_image: null,
    docker_repo_password_saved: false,
    access: 'predefined',
    author: null,
    uses: 0,
    starts: { succeeded: 0, failed: 0 },
    updated_at: null,
    recommended_disk_gb: 15,
    image_path_with_tag: 'debian:12',
    ...change,
  })
}

export function aMachine(change: Readonly<Record<string, unknown>> = {}): Machine {
  return Machine.parse({
    id: idEndingIn('mch', 'cccc3333'),
    name: 'tower',
    status: 'online',
    listed: true,
    list_not_isolated: false,
    country: null,
    min_bid_micro_usd_per_hour: null,
    agent_version: '0.1.0',
    enrolled_at: at,
    connected_at: at,
    last_seen_at: at,
    hardware: null,
    load: null,
    uptime_hours: [],
    benchmarks: [],
    gpu_benchmarks: [],
    pricing: {
      gpu_slot_micro_usd_per_hour: 400_000,
      cpu_slot_micro_usd_per_hour: 20_000,
      memory_gib_micro_usd_per_hour: 2_000,
      disk_gb_micro_usd_per_hour: 100,
      stopped_disk_gb_micro_usd_per_hour: 100,
    },
    reservation_terms: null,
    cpu_slots: 4,
    slots_total: 4,
    slots_rented: 1,
    problems: [],
    earned_micro_usd: 1_000_000,
    earned_days: [],
    slot_prices: [],
    earning_micro_usd_per_hour: 30_000,
    ...change,
  })
}

export function aBalance(change: Readonly<Record<string, unknown>> = {}): Balance {
  return Balance.parse({
    available_micro_usd: 4_990_000,
    welcome_micro_usd: 0,
    held_micro_usd: 10_000,
    spend_rate_micro_usd_per_hour: 30_000,
    lasts_s: 600_000,
    earned_micro_usd: 0,
    earned_of_welcome_micro_usd: 0,
    debt_micro_usd: 0,
    as_of: at,
    ...change,
  })
}

export function aReceipt(change: Readonly<Record<string, unknown>> = {}): Receipt {
  return Receipt.parse({
    instance: anInstance({ state: 'destroyed', desired: 'destroyed', ready: false }),
    lines: [
      {
        key: 'k1',
        kind: 'running',
        from: at,
        to: '2026-11-21T09:01:00.000Z',
        seconds: 60,
        micro_usd_per_hour: 42_000,
        micro_usd: 700,
        transaction_id: idEndingIn('trx', 'ffff6666'),
      },
    ],
    total_micro_usd: 700,
    credits: [],
    credited_micro_usd: 0,
    lines_per: 'interval',
    running_s: 60,
    stopped_s: 0,
    final: true,
    ...change,
  })
}
