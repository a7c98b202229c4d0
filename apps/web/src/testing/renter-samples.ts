import { LogLine } from '@gridloom/contract/instances/logs'
import { MetricSample } from '@gridloom/contract/instances/metrics'
import { Receipt } from '@gridloom/contract/instances/receipt'
import { OfferAlert } from '@gridloom/contract/market/alert'
import { OfferFacets } from '@gridloom/contract/market/facets'
import { FilterEffect, Offer } from '@gridloom/contract/market/offer'
import { OfferFacts } from '@gridloom/contract/market/offer-facts'
import type { OfferFieldName } from '@gridloom/contract/market/offer-fields'
import { Quote } from '@gridloom/contract/market/quote'
import { SavedSearch } from '@gridloom/contract/market/saved-search'
import { Template } from '@gridloom/contract/templates/template'
import { type Answer, ok } from './fake-api.ts'
import { anInstance, sampleId, secondsBefore } from './samples.ts'

// Builders of renter data with defaults; each parses what it builds.

export function anOffer({
  facts = {},
  ...parts
}: {
  facts?: object
  [part: string]: unknown
} = {}): Offer {
  const offer = {
    id: sampleId('ofr', 1),
    machine_id: sampleId('mch', 1),
    machine_name: 'loom-01',
    kind: 'gpu',
    gpu_model: 'NVIDIA GeForce RTX 4090',
    vram_mib: 24_576,
    cpu_model: 'AMD EPYC 7543 32-Core Processor',
    vcpus: 16,
    memory_mib: 65_536,
    disk_free_gb: 212,
    slots_total: 4,
    slots_free: 3,
    availability: 'free',
    rented_since: null,
    slot_micro_usd_per_hour: 380_000,
    memory_gib_micro_usd_per_hour: 500,
    disk_gb_micro_usd_per_hour: 200,
    stopped_disk_gb_micro_usd_per_hour: 100,
    price_micro_usd_per_hour: 412_000,
    bid_price_micro_usd_per_hour: null,
    price_days: [{ day: '2026-11-01', micro_usd_per_hour: 412_000 }],
    measured: [
      {
        kind: 'cpu_multi_mops',
        value: 5_120,
        measured_at: secondsBefore(7_200),
        under_load: false,
      },
    ],
    images: ['gridloom/base:latest'],
    isolated: true,
    uptime_percent: 99.96,
    uptime_hours: [...Array.from({ length: 23 }, () => 100), 99],
    trust_score: 97,
    reservation_terms: null,
    last_seen_at: secondsBefore(3),
    ...parts,
  }
  return Offer.parse({ ...offer, facts: { ...factsOf(offer), ...facts } })
}

/** The facts that follow from the other parts of an offer; the rest is unknown. */
function factsOf(offer: Record<string, unknown>): object {
  const unknown = Object.keys(OfferFacts.shape).map((name) => [name, null])
  return {
    ...Object.fromEntries(unknown),
    model: [],
    gpu: offer.gpu_model,
    vram: offer.vram_mib,
    cpu: offer.cpu_model,
    vcpus: offer.vcpus,
    memory: offer.memory_mib,
    disk: offer.disk_free_gb,
    slots: offer.slots_free,
    machine: offer.machine_name,
    price: offer.price_micro_usd_per_hour,
    uptime: offer.uptime_percent,
  }
}

/** An alert for {@link aCpuOffer}. */
export function anAlert(parts: object = {}): OfferAlert {
  return OfferAlert.parse({
    id: sampleId('alr', 1),
    offer_id: sampleId('ofr', 2),
    offer_name: 'Intel Core i7-9700K on attic',
    filters: { isolation: 'any' },
    created_at: secondsBefore(60),
    expires_at: secondsBefore(-30 * 86_400),
    sent_at: null,
    sent_offer_id: null,
    ...parts,
  })
}

/** A page of the market with these offers alone. */
export function aFoundPage(offers: readonly Offer[], parts: object = {}) {
  const filters = { isolation: 'isolated' }
  return { offers, total: offers.length, more: false, filters, query: '', ...parts }
}

/** The answer of a market: its free offers, or its rented ones when those are searched. */
export function marketOf(free: readonly Offer[], rented: readonly Offer[] = []): Answer {
  return (call) => {
    const offers = call.query.availability === 'rented' ? rented : free
    return ok(aFoundPage(offers))(call)
  }
}

/** An offer of CPU slots, smaller and cheaper than {@link anOffer}. */
export function aCpuOffer(parts: Record<string, unknown> = {}): Offer {
  return anOffer({
    id: sampleId('ofr', 2),
    machine_name: 'attic',
    kind: 'cpu',
    gpu_model: null,
    vram_mib: null,
    cpu_model: 'Intel(R) Core(TM) i7-9700K CPU @ 3.60GHz',
    vcpus: 4,
    memory_mib: 8_192,
    slot_micro_usd_per_hour: 20_000,
    price_micro_usd_per_hour: 24_000,
    measured: [],
    images: [],
    uptime_percent: null,
    uptime_hours: Array.from({ length: 24 }, () => null),
    trust_score: null,
    reservation_terms: null,
    ...parts,
  })
}

export function aTemplate(parts: object = {}): Template {
  return Template.parse({
    id: sampleId('tpl', 1),
    name: 'debian-shell',
    template_name: 'Debian shell',
    version: '1.0',
    description: 'A shell with the usual tools.',
    template_type: 'predefined',
    recommended_disk_gb: 5,
    image_path_with_tag: 'gridloom/base:latest',
    public_template: true,
    template_code: null,
    template_image: null,
    docker_repo_password_saved: false,
    access: 'predefined',
    author: null,
    uses: 0,
    starts: { succeeded: 0, failed: 0 },
    updated_at: null,
    ...parts,
  })
}

/** A quote of {@link anOffer} with 10 GB of disk; expires long after any test. */
export function aQuote(parts: object = {}): Quote {
  return Quote.parse({
    id: sampleId('quo', 1),
    offer_id: sampleId('ofr', 1),
    slots: 1,
    disk_gb: 10,
    lines: [
      { kind: 'slot', text: 'GPU slots', quantity: 1, unit: 'slot', micro_usd_per_hour: 380_000 },
      { kind: 'memory', text: 'Memory', quantity: 64, unit: 'GiB', micro_usd_per_hour: 32_000 },
      {
        kind: 'disk',
        text: 'Disk while running',
        quantity: 10,
        unit: 'GB',
        micro_usd_per_hour: 2_000,
      },
      { kind: 'stopped_disk', text: 'Disk', quantity: 10, unit: 'GB', micro_usd_per_hour: 1_000 },
    ],
    running_micro_usd_per_hour: 414_000,
    stopped_micro_usd_per_hour: 1_000,
    hold_micro_usd: 103_500,
    available_micro_usd: 5_000_000,
    lasts_s: 43_478,
    image_held: true,
    expires_at: '2126-11-21T12:01:00.000Z',
    ...parts,
  })
}

export function anEffect(parts: object = {}): FilterEffect {
  return FilterEffect.parse({
    filter: 'vram_mib_min',
    removed: 5,
    relax_to: 12_288,
    gained: 2,
    cheapest_micro_usd_per_hour: 117_200,
    ...parts,
  })
}

export function aLogLine(parts: object = {}): LogLine {
  return LogLine.parse({
    at: '2026-11-21T11:59:00.123456789Z',
    stream: 'stdout',
    text: 'epoch 1',
    ...parts,
  })
}

export function aMetricSample(parts: object = {}): MetricSample {
  return MetricSample.parse({
    at: secondsBefore(5),
    cpu_percent: 40,
    memory_bytes: 1024 ** 3,
    memory_limit_bytes: 4 * 1024 ** 3,
    network_rx_bytes_s: 2_048,
    network_tx_bytes_s: 1_024,
    disk_read_bytes_s: 0,
    disk_write_bytes_s: 512,
    disk_used_bytes: null,
    gpus: [],
    ...parts,
  })
}

/** A receipt of two intervals that adds up. */
export function aReceipt(parts: object = {}): Receipt {
  const line = { from: secondsBefore(120), to: secondsBefore(60), seconds: 60 }
  return Receipt.parse({
    instance: anInstance(),
    lines: [
      {
        ...line,
        key: 'r1',
        kind: 'running',
        micro_usd_per_hour: 424_000,
        micro_usd: 7_066,
        transaction_id: sampleId('trx', 1),
      },
      {
        ...line,
        key: 's1',
        kind: 'stopped_disk',
        micro_usd_per_hour: 2_800,
        micro_usd: 46,
        transaction_id: sampleId('trx', 2),
      },
    ],
    total_micro_usd: 7_112,
    credits: [],
    credited_micro_usd: 0,
    lines_per: 'interval',
    running_s: 60,
    stopped_s: 60,
    final: false,
    ...parts,
  })
}

/** Facets of fields by their values, each with its number of offers. */
export function aFacets(
  values: Partial<Record<OfferFieldName, Record<string, number>>>,
): OfferFacets {
  return OfferFacets.parse({
    offers: 4,
    facets: Object.entries(values).map(([field, counts]) => ({
      field,
      values: Object.entries(counts).map(([value, offers]) => ({ value, offers })),
      ...{ more: false, lowest: null, highest: null },
    })),
  })
}

export function aSavedSearch(parts: object = {}): SavedSearch {
  return SavedSearch.parse({
    id: sampleId('ssr', 1),
    name: 'Cheap 4090',
    query: 'gpu:4090 price<0.5',
    filters: { gpu: '4090', price_micro_usd_per_hour_max: 499_999, isolation: 'isolated' },
    channels: ['email'],
    paused: false,
    created_at: secondsBefore(3_600),
    last_sent_at: null,
    waiting: 0,
    ...parts,
  })
}
