#!/usr/bin/env node
/** Runs the stand-in of Stripe, with which the product takes payments by card, until it is stopped. */
import { systemClock } from '@gridloom/async/clock'
import { startStripeStandIn } from '../packages/testkit/src/stripe/stripe-stand-in.ts'
import { productPort, stripePort } from './ports.ts'

const stripe = await startStripeStandIn({ clock: systemClock, port: stripePort })
stripe.webhookUrl = `http://127.0.0.1:${productPort}/api/card/webhook`

process.once('SIGTERM', () => void stripe[Symbol.asyncDispose]())
