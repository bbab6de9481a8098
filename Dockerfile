# docs as one static program in an empty image:
#
#     docker build -t docs .
#     docker run --rm -v "$PWD:/site" -u "$(id -u):$(id -g)" docs build
#
# Alpine builds against musl, so the program needs nothing from the image that it runs in. The same without Docker,
# where musl's C compiler is installed (Debian: musl-tools):
#
#     rustup target add x86_64-unknown-linux-musl
#     CC_x86_64_unknown_linux_musl=musl-gcc cargo build --profile dist --locked --target x86_64-unknown-linux-musl

FROM rust:1.95-alpine AS build
RUN apk add --no-cache build-base
WORKDIR /source
COPY . .
RUN cargo build --profile dist --locked --bin docs && cp target/dist/docs /docs

FROM scratch
COPY --from=build /docs /docs
# `docs update` tells what it is part of.
ENV DOCS_IMAGE=1
WORKDIR /site
ENTRYPOINT ["/docs"]
CMD ["build"]
