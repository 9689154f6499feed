import { test } from 'vitest'
import { outlastDeadEndpoint } from './testing/outlast-dead-endpoint.ts'

test('an endpoint that was dead for three days and 1,000 events gets every message once by its id', () => outlastDeadEndpoint(1000))
