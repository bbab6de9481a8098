//! Sockets: the only module that names hyper, hyper-util and tokio. HTTP/1.1 on one thread; files are read, and other
//! servers and services asked, on others.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io::{self, Read};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body as _, Bytes, Frame, Incoming, SizeHint};
use hyper::header::{HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::spawn_blocking;

use super::answer::{Answer, Body, Folders, Verdict, answer, plain};
use super::live::Listener;
use super::pass::{MOST_BYTES, Passed, pass};
use super::plan::Plan;
use super::{Request, Terms};
use crate::encoding::{latin1_decoded, latin1_encoded};
use crate::system::{Reply, System, Utf8Path};

/// Ports that are tried one after the other.
const PORTS: u16 = 50;
/// Connections at a time; more wait.
const CONNECTIONS: usize = 512;
/// A client that has not sent the first lines of a request by then is cut off.
const HEADER_TIME: Duration = Duration::from_secs(30);
/// Who waits for a turn asks again after this time, whatever happens.
const TURN: Duration = Duration::from_secs(1);
/// How much of a file is in memory at once.
const PIECE: usize = 128 << 10;
/// Pieces that wait for a slow reader.
const PIECES: usize = 4;

/// Sockets that wait for connections.
pub struct Listening {
    listeners: Vec<TcpListener>,
    pub port: u16,
}

/// Listens at the first free port from `port` on. `address`: one other than this machine's own.
pub fn listen(address: Option<IpAddr>, port: u16) -> io::Result<Listening> {
    let mut last = io::Error::from(io::ErrorKind::AddrInUse);
    for port in port..=port.saturating_add(PORTS - 1) {
        match listen_at(address, port) {
            Ok(listening) => return Ok(listening),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

#[expect(clippy::disallowed_methods, reason = "this is the door to the server's sockets")]
fn listen_at(address: Option<IpAddr>, port: u16) -> io::Result<Listening> {
    let main = address.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let mut listeners = vec![TcpListener::bind(SocketAddr::new(main, port))?];
    let port = listeners.first().map_or(Ok(port), |first| first.local_addr().map(|at| at.port()))?;
    // `localhost` may mean either; what somebody else has there would be shown in our place.
    if address.is_none() {
        match TcpListener::bind(SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), port)) {
            Ok(listener) => listeners.push(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Err(error),
            // No second family of addresses.
            Err(_) => {}
        }
    }
    listeners.iter().try_for_each(|listener| listener.set_nonblocking(true))?;
    Ok(Listening { listeners, port })
}

/// What answers.
pub struct Server {
    pub system: Arc<dyn System>,
    pub plan: Arc<Plan>,
    pub terms: Terms,
    pub folders: Folders,
}

/// What answers a request with its body; it may take its time.
pub type Service = Arc<dyn Fn(Request, Vec<u8>) -> Answer + Send + Sync>;

/// Answers on a thread of its own, until the process ends.
pub fn serve(listening: Listening, server: Server) -> io::Result<()> {
    let (sender, turned) = watch::channel(());
    server.plan.on_turn(Box::new(move || {
        let _ = sender.send(());
    }));
    let shared = Arc::new(Shared { server, turned });
    answer_all(listening, move |incoming| respond(shared.clone(), incoming))
}

/// The same for a service, which has no files to send.
pub fn serve_calls(listening: Listening, service: Service) -> io::Result<()> {
    answer_all(listening, move |incoming| call(service.clone(), incoming))
}

fn answer_all<F, R>(listening: Listening, respond: F) -> io::Result<()>
where
    F: Fn(hyper::Request<Incoming>) -> R + Clone + Send + 'static,
    R: Future<Output = Result<Response, Infallible>> + Send + 'static,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let run = async move {
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        let mut accepting = Vec::new();
        for listener in listening.listeners {
            let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { continue };
            accepting.push(tokio::spawn(accept(listener, respond.clone(), places.clone())));
        }
        for accepting in accepting {
            let _ = accepting.await;
        }
    };
    std::thread::Builder::new().name("serve".to_owned()).spawn(move || runtime.block_on(run))?;
    Ok(())
}

struct Shared {
    server: Server,
    turned: watch::Receiver<()>,
}

async fn accept<F, R>(listener: tokio::net::TcpListener, respond: F, places: Arc<Semaphore>)
where
    F: Fn(hyper::Request<Incoming>) -> R + Clone + Send + 'static,
    R: Future<Output = Result<Response, Infallible>> + Send + 'static,
{
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // Too many open files, most likely.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let service = service_fn(respond.clone());
        tokio::spawn(async move {
            let mut connection = http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
            // What goes wrong on the way is the client's to notice.
            let _ = connection.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}

type Response = hyper::Response<Sent>;

async fn respond(shared: Arc<Shared>, incoming: hyper::Request<Incoming>) -> Result<Response, Infallible> {
    let (request, body) = parts(incoming);
    let request = Arc::new(request);
    let mut turned = shared.turned.clone();
    loop {
        turned.mark_unchanged();
        let (asked, of) = (request.clone(), shared.clone());
        let judged = spawn_blocking(move || {
            let Server { system, plan, terms, folders } = &of.server;
            answer(&asked, plan, terms, (&**system, folders))
        });
        return Ok(match judged.await {
            Ok(Verdict::Answer(answer)) => sent(&shared, answer),
            Ok(Verdict::Live { path, state }) => live(shared, path, state),
            Ok(Verdict::Proxy) => proxy(shared, request, body).await,
            Ok(Verdict::Later) => {
                let _ = tokio::time::timeout(TURN, turned.changed()).await;
                continue;
            }
            Err(_) => sent(&shared, mistake()),
        });
    }
}

async fn call(service: Service, incoming: hyper::Request<Incoming>) -> Result<Response, Infallible> {
    let (request, body) = parts(incoming);
    let answer = match whole(body).await {
        Some(body) => spawn_blocking(move || service(request, body)).await.unwrap_or_else(|_| mistake()),
        None => plain(413, "the request is too long"),
    };
    let headers = answer.headers.into_iter().map(|(name, value)| (name.to_owned(), value));
    // A service has no files.
    let bytes = if let Body::Bytes(bytes) = answer.body { bytes } else { Vec::new() };
    Ok(response(answer.status, headers, Sent::Bytes(Some(bytes.into()))))
}

fn parts(incoming: hyper::Request<Incoming>) -> (Request, Incoming) {
    let (head, body) = incoming.into_parts();
    let text = |value: &HeaderValue| latin1_decoded(value.as_bytes());
    let request = Request {
        method: head.method.as_str().to_owned(),
        target: head.uri.to_string(),
        headers: head.headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect(),
    };
    (request, body)
}

fn mistake() -> Answer {
    plain(500, "this is a mistake in docs itself; please report it")
}

fn sent(shared: &Shared, answer: Answer) -> Response {
    let headers = answer.headers.into_iter().map(|(name, value)| (name.to_owned(), value));
    match answer.body {
        Body::Bytes(bytes) => response(answer.status, headers, Sent::Bytes(Some(bytes.into()))),
        Body::Length(length) => {
            let length = ("content-length".to_owned(), length.to_string());
            response(answer.status, headers.chain([length]), Sent::Bytes(None))
        }
        Body::Pieces(path, from, length) => {
            let (sender, pieces) = mpsc::channel(PIECES);
            let system = shared.server.system.clone();
            spawn_blocking(move || send_file(&*system, &path, from, length, &sender));
            let length = ("content-length".to_owned(), length.to_string());
            response(answer.status, headers.chain([length]), Sent::Pieces(pieces))
        }
    }
}

/// Sends a part of a file. A file that became shorter ends the connection: its reader notices.
fn send_file(
    system: &dyn System,
    path: &Utf8Path,
    mut from: u64,
    mut length: u64,
    sender: &mpsc::Sender<Piece>,
) {
    let Ok(file) = system.open_read(path) else { return };
    while length > 0 {
        let mut piece = vec![0; usize::try_from(length).map_or(PIECE, |length| length.min(PIECE))];
        let read = file.read_at(from, &mut piece).map(|()| Bytes::from(piece));
        let size = read.as_ref().map_or(0, |piece| piece.len() as u64);
        let failed = read.is_err();
        if sender.blocking_send(read.map_err(|error| io::Error::from(error.kind))).is_err() || failed {
            return;
        }
        from += size;
        length -= size;
    }
}

fn live(shared: Arc<Shared>, path: String, state: String) -> Response {
    let (sender, messages) = mpsc::unbounded_channel::<Bytes>();
    let send = Box::new(move |message: String| sender.send(format!("data: {message}\n\n").into()).is_ok());
    let number = shared.server.plan.listen(Listener::new(path, state, send));
    let headers = [("content-type", "text/event-stream"), ("cache-control", "no-store")];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
    response(200, headers, Sent::Messages { messages, _seat: Seat { shared, number } })
}

async fn proxy(shared: Arc<Shared>, request: Arc<Request>, body: Incoming) -> Response {
    let Some(body) = whole(body).await else {
        return sent(&shared, plain(413, "the request is too long"));
    };
    let of = shared.clone();
    let passed =
        spawn_blocking(move || pass(&request, body, &of.server.plan.origins(), &*of.server.system)).await;
    match passed {
        Ok(Passed::Answer(answer)) => sent(&shared, answer),
        Ok(Passed::Reply(Reply { status, headers, mut body })) => {
            let (sender, pieces) = mpsc::channel(PIECES);
            spawn_blocking(move || {
                let mut piece = vec![0; PIECE];
                loop {
                    let read = match body.read(&mut piece) {
                        Ok(0) => return,
                        Ok(length) => Ok(Bytes::copy_from_slice(piece.get(..length).unwrap_or_default())),
                        Err(error) => Err(error),
                    };
                    let failed = read.is_err();
                    if sender.blocking_send(read).is_err() || failed {
                        return;
                    }
                }
            });
            response(status, headers, Sent::Pieces(pieces))
        }
        Err(_) => sent(&shared, mistake()),
    }
}

/// The body of a request; `None` when it is too long or does not come to its end.
async fn whole(mut body: Incoming) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        if let Ok(piece) = frame.ok()?.into_data() {
            bytes.extend_from_slice(&piece);
        }
        if bytes.len() > MOST_BYTES {
            return None;
        }
    }
    Some(bytes)
}

fn response(status: u16, headers: impl IntoIterator<Item = (String, String)>, body: Sent) -> Response {
    let mut response = hyper::Response::new(body);
    *response.status_mut() = hyper::StatusCode::from_u16(status).unwrap_or(hyper::StatusCode::BAD_GATEWAY);
    for (name, value) in headers {
        let value = HeaderValue::from_bytes(&latin1_encoded(&value));
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), value) {
            response.headers_mut().append(name, value);
        }
    }
    response
}

type Piece = io::Result<Bytes>;

/// A body on its way.
enum Sent {
    Bytes(Option<Bytes>),
    Pieces(mpsc::Receiver<Piece>),
    Messages { messages: mpsc::UnboundedReceiver<Bytes>, _seat: Seat },
}

/// A place in the audience of the plan, until the connection ends.
struct Seat {
    shared: Arc<Shared>,
    number: u64,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.shared.server.plan.leave(self.number);
    }
}

impl hyper::body::Body for Sent {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        match self.get_mut() {
            Self::Bytes(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Self::Pieces(pieces) => {
                pieces.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
            }
            Self::Messages { messages, .. } => {
                messages.poll_recv(context).map(|message| message.map(|message| Ok(Frame::data(message))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Bytes(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Bytes(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)),
            _ => SizeHint::default(),
        }
    }
}
