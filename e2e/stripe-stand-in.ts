#!/usr/bin/env node
/** Runs the stand-in of Stripe, with which the product takes payments by card and pays out, until it is stopped. */
import { systemClock } from '@gridloom/async/clock'
import { startStripeStandIn } from '../packages/testkit/src/stripe/stripe-stand-in.ts'
import { productPort, stripePort } from './ports.ts'

const stripe = await startStripeStandIn({ clock: systemClock, port: stripePort })
stripe.webhookUrl = `http://127.0.0.1:${productPort}/api/card/webhook`
stripe.connectUrl = `http://127.0.0.1:${productPort}/api/payouts/stripe/webhook`
stripe.connect.topUp(500_000)

process.once('SIGTERM', () => void stripe[Symbol.asyncDispose]())
