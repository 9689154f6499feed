/** For a program that a test starts and that must not see the variables of the one who runs the tests; what it loads is compiled once for all. */
export const bareEnvironment = (): Record<string, string> =>
  Object.fromEntries(['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
