import { z } from 'zod'

/** The longest reservation, in days. */
export const reservationDaysMax = 90

const Discount = z
  .int()
  .min(0)
  .max(9_000)
  .meta({ description: 'hundredths of a percent: 1000 = 10 %' })

const discounts = {
  /** From 1 day, from 7 days, and from 30 days. */
  day_discount_basis_points: Discount,
  week_discount_basis_points: Discount,
  month_discount_basis_points: Discount,
} as const

/** The discounts of reservations by their length. */
export const ReservationDiscounts = z.strictObject(discounts)
export type ReservationDiscounts = z.infer<typeof ReservationDiscounts>

/** On what terms the slots of a machine can be reserved. A longer reservation never has a lower discount. */
export const ReservationTerms = z
  .strictObject({ days_max: z.int().min(1).max(reservationDaysMax), ...discounts })
  .refine(({ day_discount_basis_points: day, week_discount_basis_points: week }) => week >= day, {
    message: 'must not be below the discount from 1 day',
    path: ['week_discount_basis_points'],
  })
  .refine(
    ({ week_discount_basis_points: week, month_discount_basis_points: month }) => month >= week,
    {
      message: 'must not be below the discount from 7 days',
      path: ['month_discount_basis_points'],
    },
  )
export type ReservationTerms = z.infer<typeof ReservationTerms>
