interface PriceHoursTable {
  /** The `slot_group` of offers: `cpu`, or `gpu:` and the model. */
  hardware_class: string
  hour: Date
  p10_micro_usd_per_hour: number
  median_micro_usd_per_hour: number
  p90_micro_usd_per_hour: number
  paid_median_micro_usd_per_hour: number | null
  units_listed: number
  units_rented: number
}

interface PriceLastRentalsTable {
  hardware_class: string
  day: string
  micro_usd_per_hour: number
  at: Date
}

interface PriceDaysTable {
  hardware_class: string
  day: string
  p10_micro_usd_per_hour: number
  median_micro_usd_per_hour: number
  p90_micro_usd_per_hour: number
  paid_median_micro_usd_per_hour: number | null
  last_rented_micro_usd_per_hour: number | null
  unit_hours_listed: number
  unit_hours_rented: number
}

interface PriceLevelsTable {
  hardware_class: string
  day: string
  /** See `priceLevel` in the domain. */
  level: number
  unit_hours_listed: number
  unit_hours_rented: number
  micro_usd_listed: number
}

/** The tables of this feature. */
export interface PricesTables {
  price_hours: PriceHoursTable
  price_last_rentals: PriceLastRentalsTable
  price_days: PriceDaysTable
  price_levels: PriceLevelsTable
}
