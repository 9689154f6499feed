import React from 'react'

/*
 * Loaded before anything is drawn. React's development build makes an error with a stack for every element, so that a warning can say who made it, and
 * stops after 10,000 in a second: a sixth of the processor time of component tests. Here it begins as if there had been so many. Warnings, and the
 * stack of the components that one is about, stay.
 */
const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const internals = (React as unknown as Record<string, object | undefined>)[name] ?? {}
if (!('recentlyCreatedOwnerStacks' in internals)) throw new Error('This version of React counts the stacks of elements elsewhere.')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })
