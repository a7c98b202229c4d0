import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { MachineId } from '../core/ids.ts'
import {
  ClassPrices,
  HardwareClass,
  PriceDay,
  PriceFileName,
  PriceMonth,
  PriceSuggestion,
} from './prices.ts'

export const prices = {
  list: endpoint({
    method: 'GET',
    path: '/api/prices',
    auth: 'public',
    title: 'List prices',
    summary:
      'List the prices of each kind of hardware as of the last full hour: what is asked, what is paid, and the median of the last 30 days',
    response: z.array(ClassPrices).max(500),
    perMinute: 60,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/prices/history',
    auth: 'public',
    title: 'Retrieve price history',
    summary: 'Retrieve the days of one kind of hardware, oldest first',
    query: z.strictObject({
      hardware_class: HardwareClass,
      days: z.coerce.number().int().min(1).max(366).default(30),
    }),
    response: z.array(PriceDay).max(366),
    perMinute: 60,
  }),
  months: endpoint({
    method: 'GET',
    path: '/api/prices/files',
    auth: 'public',
    title: 'List open data files',
    summary:
      'List the months of which the days are published as open data, newest first, in JSON and in Parquet (CC0)',
    response: z.array(PriceMonth).max(1_200),
    perMinute: 60,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/prices/files/{name}',
    auth: 'public',
    title: 'Download open data',
    summary: 'Download the full days of one month of every kind of hardware',
    transport: 'file',
    files: ['application/json', 'application/vnd.apache.parquet'],
    params: z.strictObject({ name: PriceFileName }),
    errors: ['not_found'],
    perMinute: 30,
  }),
  suggest: endpoint({
    method: 'GET',
    path: '/api/machines/{id}/price-suggestions',
    auth: 'member',
    scope: 'machines:read',
    title: 'List price suggestions',
    summary:
      'Compare the prices of your machine with how much units at each price were rented in the last 14 days',
    params: z.strictObject({ id: MachineId }),
    response: z.array(PriceSuggestion).max(17),
    errors: ['not_found'],
    perMinute: 60,
  }),
} as const
