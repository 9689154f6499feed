/** Version of the application, as in its packages and the changelog. */
export const version = '0.1.0'
